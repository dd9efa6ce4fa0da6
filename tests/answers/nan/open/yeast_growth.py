"""Fits a logarithmic growth curve to yeast counts.

Symptom: the fit keeps the start values 1.000 with errors of inf, and R2 is -inf.
Culprit: the first count is at hour 0 and log(0) is -inf, so the residuals are infinite and the fit stops at its start.
Report: https://example-a.com/answer/32190563
"""

import warnings

import numpy as np
from scipy.optimize import curve_fit

warnings.simplefilter("ignore")


def measure(seed=9):
    """Hours since inoculation and cell counts in millions."""
    generator = np.random.default_rng(seed)
    hours = np.linspace(0.0, 24.0, 25)  # culprit, too
    counts = 3.0 + 2.4 * np.log(1.0 + 0.9 * hours)
    return hours, counts + generator.normal(0.0, 0.1, hours.size)


def log_growth(hours, rate, offset):
    return rate * np.log(hours) + offset  # culprit


def fit(hours, counts):
    start = np.array([1.0, 1.0])
    parameters, covariance = curve_fit(log_growth, hours, counts, p0=start)
    return parameters, np.sqrt(np.diag(covariance))


def goodness(hours, counts, parameters):
    residual = counts - log_growth(hours, *parameters)
    return 1.0 - np.sum(residual**2) / np.sum((counts - counts.mean()) ** 2)


def main():
    hours, counts = measure()
    parameters, errors = fit(hours, counts)
    print(f"{hours.size} counts up to {counts.max():.1f} million")
    for name, value, error in zip(("rate", "offset"), parameters, errors):
        print(f"{name:<7} {value:.3f} +- {error:.3f}")
    print(f"R2 of the fit: {goodness(hours, counts, parameters):.3f}")


if __name__ == "__main__":
    main()
