"""Fit an exponential growth curve to the counts of a cell culture.

Symptom: the growth rate comes out as its starting value 1.0 and its error as inf.
Culprit: the fit starts at rate 1, where exp(2,498 minutes) overflows to inf, so every residual is inf.
Report: veusz/veusz#408
"""

import warnings

import numpy as np
from scipy.optimize import OptimizeWarning, curve_fit

warnings.simplefilter("ignore", OptimizeWarning)


def model(minutes, start, rate):
    return start * np.exp(rate * minutes)


def counts(seed=10):
    rng = np.random.default_rng(seed)
    minutes = np.arange(0.0, 2500.0, 2.0)
    cells = rng.poisson(40 * np.exp(0.0011 * minutes)).astype(float)
    cells[rng.random(minutes.size) < 0.03] = np.nan  # camera out of focus
    sharp = np.isfinite(cells)
    return minutes[sharp], cells[sharp]


def main():
    minutes, cells = counts()
    (start, rate), covariance = curve_fit(model, minutes, cells)  # culprit
    error = np.sqrt(np.diag(covariance))
    print(f"cells at the start: {start:.3g} +- {error[0]:.3g}")
    print(f"growth rate: {rate:.4g} +- {error[1]:.3g} per minute")
    print("largest residual:", np.abs(cells - model(minutes, start, rate)).max())


main()
