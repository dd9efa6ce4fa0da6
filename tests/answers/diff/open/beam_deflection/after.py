"""Deflection of a simply supported timber beam under several point loads.

Superposes the textbook solution for each load and prints the deflection at the
quarter points and the largest one. All points and loads are done at once.

Culprit: none: equal
"""

import numpy as np

SPAN = 6.0  # m
MODULUS = 11e9  # Pa
WIDTH, DEPTH = 0.12, 0.28  # m
STIFFNESS = MODULUS * WIDTH * DEPTH**3 / 12.0
POSITIONS = np.array([1.5, 3.0, 4.8])
FORCES = np.array([4000.0, 2500.0, 6000.0])


def deflection(x):
    """Deflection in metres at each x, summed over the loads."""
    x = np.asarray(x, dtype=float)[:, None]
    left = x <= POSITIONS
    arm = np.where(left, SPAN - POSITIONS, POSITIONS)
    reach = np.where(left, x, SPAN - x)
    shape = arm * reach * (SPAN**2 - arm**2 - reach**2)
    return (FORCES * shape).sum(axis=1) / (6 * SPAN * STIFFNESS)


def main():
    quarters = SPAN * np.array([0.25, 0.5, 0.75])
    for x, sag in zip(quarters, deflection(quarters)):
        print(f"x = {x:.2f} m: {1e3 * sag:.4f} mm")
    grid = np.linspace(0, SPAN, 601)
    sag = deflection(grid)
    worst = int(sag.argmax())
    print(f"largest {1e3 * sag[worst]:.4f} mm at {grid[worst]:.2f} m")


main()
