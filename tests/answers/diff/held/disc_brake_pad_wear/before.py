"""Smooths the thickness readings of a brake pad, derives the wear rate and predicts the
kilometre at which the pad has to be changed.
"""

import numpy as np
from scipy.interpolate import UnivariateSpline
from scipy.optimize import brentq

LIMIT_MM = 3.0
SIGMA_MM = 0.05


def readings(seed=13):
    rng = np.random.default_rng(seed)
    km = np.sort(rng.uniform(0, 52, 40))  # thousand km
    true = 12.0 - 0.12 * km - 0.0008 * km**2 - 0.35 * np.sin(km / 9.0)
    return km, true + rng.normal(0, SIGMA_MM, km.size)


def smooth(km, mm):
    return UnivariateSpline(km, mm, w=np.full(km.size, 1 / SIGMA_MM), s=km.size)


def change_due(spline, last):
    # straight on with the mean rate of the last 10 000 km
    rate = (spline(last) - spline(last - 10)) / 10
    return brentq(lambda x: spline(last) + rate * (x - last) - LIMIT_MM, last, 200)


km, mm = readings()
spline = smooth(km, mm)
rate = spline.derivative()
print(f"knots: {len(spline.get_knots())}, residual {spline.get_residual():.3f}")
for x in (5, 15, 25, 35, 45):
    print(f"{x:3d} 000 km: {float(spline(x)):7.4f} mm, wear {-float(rate(x)):.5f} mm per 1000 km")
grid = np.linspace(1, 51, 501)
print(f"fastest wear {(-rate(grid)).max():.5f} at {grid[np.argmin(rate(grid))]:.1f} thousand km")
print(f"change due at {change_due(spline, km[-1]):.2f} thousand km")
