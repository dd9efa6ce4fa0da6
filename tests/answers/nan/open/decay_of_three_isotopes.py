"""Two decays fitted to few measurements.

Symptom: the relative errors are inf
Culprit: 4 parameters for 4 points leave no covariance
Report: none
"""

import warnings

import numpy as np
from scipy.optimize import curve_fit


def model(t, a, k, b, m):
    return a * np.exp(-k * t) + b * np.exp(-m * t)


def main():
    rng = np.random.default_rng(4)
    t = np.linspace(0, 5, 4)
    y = model(t, 3, 0.4, 1, 2) + rng.normal(0, 0.01, t.size)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        best, covariance = curve_fit(model, t, y, p0=[2, 0.5, 1, 1.5], maxfev=20000)  # culprit
    error = np.sqrt(np.diag(covariance))
    print("best:", best.round(2))
    print("relative errors:", error / best)


main()
