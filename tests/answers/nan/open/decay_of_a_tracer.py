"""Fit how fast a tracer decays in a lake, with error bars.

Symptom: the error bars of all three parameters are inf.
Culprit: without p0 the fit starts at a rate of 1 per second; exp(-3600) is 0, so the model ignores the rate.
Report: scipy/scipy#3930
"""

import numpy as np
from scipy.optimize import curve_fit


def concentration(seconds, start, rate, background):
    return start * np.exp(-rate * seconds) + background


def measure():
    rng = np.random.default_rng(5)
    seconds = np.arange(1, 25) * 3600.0
    return seconds, concentration(seconds, 8.0, 4e-5, 0.5) + rng.normal(0, 0.05, seconds.size)


seconds, values = measure()
best, covariance = curve_fit(concentration, seconds, values)  # culprit
errors = np.sqrt(np.diag(covariance))
for name, value, error in zip(["start", "rate", "background"], best, errors, strict=True):
    print(f"{name:<12}{value:10.5f} +- {error:.5f}")
