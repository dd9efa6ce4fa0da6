"""Turn the echoes of a weather radar into rain and show how much fell.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the logarithm and the division of what lies under the mask of a masked array.
Report: none
"""

import numpy as np
import numpy.ma as ma

NO_ECHO = -32.0


def sweep():
    """Return received power in milliwatts; 0 is no echo, NaN a beam that a hill blocks."""
    rng = np.random.default_rng(99)
    angle, distance = np.meshgrid(np.linspace(0, 2 * np.pi, 180), np.linspace(1, 100, 120), indexing="ij")
    shower = np.exp(-(((angle - 2.0) / 0.4) ** 2) - ((distance - 45.0) / 12.0) ** 2)
    power = shower * rng.gamma(4.0, 0.25, size=angle.shape) / distance**2
    power[power < 1e-7] = 0.0
    power[60:64, 30:] = np.nan
    return distance, power


def rain_rate(distance, power):
    """Return millimetres an hour by Marshall and Palmer's relation, masked where nothing came back."""
    received = ma.masked_less_equal(ma.masked_invalid(power), 0.0)
    reflectivity = 10.0 * ma.log10(received * distance**2 * 1e5)
    return ma.power(10.0 ** (reflectivity / 10.0) / 200.0, 1.0 / 1.6), reflectivity


distance, power = sweep()
rate, reflectivity = rain_rate(distance, power)
covered = rate.count() / rate.size
print(f"echo in {covered:.1%} of the cells, blocked or silent: {ma.count_masked(rate)}")
print(f"strongest echo {reflectivity.max():.2f} dBZ, heaviest rain {rate.max():.2f} mm/h")
area = distance * np.deg2rad(2.0)
print(f"mean over the rain area: {ma.average(rate, weights=area):.3f} mm/h")
image = reflectivity.filled(NO_ECHO)
print(f"image from {image.min():.1f} to {image.max():.1f} dBZ")
