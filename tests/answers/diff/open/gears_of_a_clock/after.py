"""Fit the wear of gears by an exponential law.

Symptom: errors differ, values do not
Culprit: sigma is taken as absolute, so that errors are no longer scaled by the scatter
Report: none
"""

import numpy as np
from scipy.optimize import curve_fit


def law(t, a, rate, floor):
    return a * np.exp(-rate * t) + floor


rng = np.random.default_rng(2)
t = np.linspace(0, 10, 60)
wear = law(t, 4.0, 0.7, 1.5) + rng.normal(0, 0.05, 60)
start = (3.0, 1.0, 1.0)
sigma = np.full(60, 0.05)
values, covariance = curve_fit(law, t, wear, p0=start, sigma=sigma, absolute_sigma=True)  # culprit
errors = np.sqrt(np.diag(covariance))
print("parameters:", values)
print("errors:", errors)
print("left after 20:", law(20.0, *values))
