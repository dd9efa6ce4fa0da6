"""Fit the wear of gears by an exponential law."""

import numpy as np
from scipy.optimize import curve_fit


def law(t, a, rate, floor):
    return a * np.exp(-rate * t) + floor


rng = np.random.default_rng(2)
t = np.linspace(0, 10, 60)
wear = law(t, 4.0, 0.7, 1.5) + rng.normal(0, 0.05, 60)
start = (3.0, 1.0, 1.0)
values, covariance = curve_fit(law, t, wear, p0=start)
errors = np.sqrt(np.diag(covariance))
print("values:", values)
print("errors:", errors)
print("left after 20:", law(20.0, *values))
