"""Fit the half-life of an isotope to counts on top of a background.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the infinite upper bounds of `curve_fit`, inside which SciPy works with inf - x.
Report: none
"""

import numpy as np
from scipy.optimize import curve_fit


def decay(time, activity, half_life, background):
    """Return the expected counts in a minute."""
    return activity * np.exp2(-time / half_life) + background


def measure(rng):
    time = np.arange(0.0, 120.0, 2.0)
    counts = rng.poisson(decay(time, 5_200.0, 18.3, 60.0))
    return time, counts


def fit(time, counts):
    """Return the parameters and their standard errors; nothing may be negative, nothing is bounded above."""
    error = np.sqrt(np.maximum(counts, 1))
    start = (counts.max() - counts.min(), 30.0, counts.min())
    best, covariance = curve_fit(
        decay,
        time,
        counts,
        p0=start,
        sigma=error,
        absolute_sigma=True,
        bounds=(0.0, np.inf),
    )
    residual = (counts - decay(time, *best)) / error
    return best, np.sqrt(np.diag(covariance)), residual @ residual / (len(time) - len(best))


def main():
    best, error, chi_square = fit(*measure(np.random.default_rng(1913)))
    for name, value, sigma in zip(("activity", "half-life", "background"), best, error, strict=True):
        print(f"{name:10s} {value:9.3f} +- {sigma:.3f}")
    print(f"chi-square per degree of freedom {chi_square:.2f}")


if __name__ == "__main__":
    main()
