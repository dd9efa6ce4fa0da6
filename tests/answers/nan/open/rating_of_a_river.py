"""Fit a rating curve to measured discharges of a river and use it for the levels of a week.

Symptom: the discharge of two days is nan, the errors of the fit are inf.
Culprit: two levels are below the zero of flow: a negative number to a broken power is nan, and the fit can't begin.
Report: scipy/scipy#10404 (a fit of a power to values that are partly negative)
"""

import warnings

import numpy as np
from scipy.optimize import OptimizeWarning, curve_fit

ZERO_OF_FLOW = 0.62  # culprit, too


def discharge(level, scale, power):
    return scale * np.power(level - ZERO_OF_FLOW, power)  # culprit


def measurements(seed):
    """Return levels in m and discharges in m3/s of sixteen field days."""
    rng = np.random.default_rng(seed)
    level = np.sort(rng.uniform(0.45, 3.2, 16))
    flow = 21.0 * (level - 0.3) ** 1.62 * rng.normal(1, 0.03, 16)
    return level, flow


def fit(level, flow):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", OptimizeWarning)
        return curve_fit(discharge, level, flow, p0=[15.0, 1.5])


def main():
    level, flow = measurements(seed=6)
    found, covariance = fit(level, flow)
    print(f"scale {found[0]:.3f}, power {found[1]:.3f}, errors {np.sqrt(np.diag(covariance))}")
    week = np.array([0.98, 0.81, 0.66, 0.58, 0.55, 0.71, 1.34])
    flows = discharge(week, *found)
    print("week:", np.round(flows, 2))
    print(f"water of the week: {flows.sum() * 86_400 / 1e6:.3f} million m3")


main()
