"""Fit a growth curve to bamboo and print the standard errors of its parameters."""

import numpy as np
from scipy.optimize import curve_fit


def height(day, final, rate, middle):
    return final / (1 + np.exp(-rate * (day - middle)))


rng = np.random.default_rng(26)
day = np.linspace(0, 50, 26)
error = 0.1 + 0.02 * height(day, 12.0, 0.2, 24.0)
seen = height(day, 12.0, 0.2, 24.0) + rng.normal(0, 1.5 * error)
best, covariance = curve_fit(height, day, seen, p0=(10, 0.1, 20), sigma=error, absolute_sigma=True)
wide = np.sqrt(np.diag(covariance))
for name, value, width in zip(("final", "rate", "middle"), best, wide, strict=True):
    print(f"{name} {value:.5f} +- {width:.5f}")
