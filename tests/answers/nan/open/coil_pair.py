"""Mutual inductance of two coaxial coils of a wireless charger.

Uses Maxwell's formula with elliptic integrals and prints inductance and coupling
for several distances between pad and phone.

Culprit: the parameter's denominator has (a - b)**2 where Maxwell has (a + b)**2; for
radii of 22 and 18 mm at 4 mm distance it comes to 49.5 instead of 0.98, and ellipk and
ellipe, defined up to 1, return NaN.
"""

import numpy as np
from scipy.special import ellipe, ellipk

MU0 = 4e-7 * np.pi


class Coil:
    def __init__(self, radius, turns, wire):
        self.radius = radius
        self.turns = turns
        self.wire = wire

    def self_inductance(self):
        shape = np.log(8.0 * self.radius / self.wire) - 2.0
        return MU0 * self.turns**2 * self.radius * shape


def modulus_squared(a, b, distance):
    """Parameter m = k**2 of the elliptic integrals."""
    span = (a - b) ** 2 + distance**2  # culprit
    return 4.0 * a * b / span


def mutual_inductance(first, second, distance):
    a, b = first.radius, second.radius
    m = modulus_squared(a, b, distance)
    k = np.sqrt(m)
    loop = (2.0 / k - k) * ellipk(m) - 2.0 / k * ellipe(m)
    return MU0 * first.turns * second.turns * np.sqrt(a * b) * loop


def main():
    pad = Coil(radius=0.022, turns=10, wire=0.0012)
    phone = Coil(radius=0.018, turns=14, wire=0.0008)
    distance = np.array([4, 6, 8, 12, 16]) * 1e-3
    mutual = mutual_inductance(pad, phone, distance)
    coupling = mutual / np.sqrt(pad.self_inductance() * phone.self_inductance())
    for d, m, k in zip(distance, mutual, coupling):
        print(f"{1e3 * d:4.0f} mm  M = {1e6 * m:6.3f} uH  k = {k:.3f}")
    print(f"mean coupling {coupling.mean():.4f}")


main()
