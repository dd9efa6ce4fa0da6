"""Michaelis-Menten constants of an enzyme with an optional Hill exponent.

Fits rate against substrate and prints the constants with their standard errors
and a Lineweaver-Burk check.

Culprit: none
Tempts: infinite upper bounds in the fit, and a reciprocal of a zero substrate blank that
is inf on purpose under errstate and left out by the mask before the line is fitted.
"""

import numpy as np
from scipy.optimize import curve_fit

SUBSTRATE = np.array([0.0, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0])


def hill(s, vmax, km, n):
    return vmax * s**n / (km**n + s**n)


def measured(seed=9):
    rng = np.random.default_rng(seed)
    rate = hill(SUBSTRATE, 12.0, 3.5, 1.0)
    return rate * (1 + rng.normal(0, 0.02, rate.size))


def lineweaver_burk(s, rate):
    with np.errstate(divide="ignore"):
        x, y = 1.0 / s, 1.0 / rate
    usable = np.isfinite(x) & np.isfinite(y)
    slope, intercept = np.polyfit(x[usable], y[usable], 1)
    return 1.0 / intercept, slope / intercept


rate = measured()
bounds = ([0.0, 1e-6, 0.2], [np.inf, np.inf, 4.0])
best, cov = curve_fit(hill, SUBSTRATE, rate, p0=[10.0, 2.0, 1.0], bounds=bounds)
errors = np.sqrt(np.diag(cov))
for name, value, error in zip(("vmax", "km", "hill"), best, errors):
    print(f"{name:5s} {value:7.3f} +- {error:.3f}")
vmax, km = lineweaver_burk(SUBSTRATE, rate)
print(f"double reciprocal: vmax {vmax:.3f}, km {km:.3f}")
