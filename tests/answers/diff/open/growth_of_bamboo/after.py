"""Fit a growth curve to bamboo and print the standard errors of its parameters.

Symptom: the parameters are the same and their errors are three quarters larger.
Culprit: the call lost absolute_sigma=True, so the errors are scaled by the misfit.
Report: scipy/scipy#11944
"""

from typing import NamedTuple

import numpy as np
from scipy.optimize import curve_fit


class Curve(NamedTuple):
    final: float
    rate: float
    middle: float

    def height(self, day):
        return height(day, *self)


def height(day, final, rate, middle):
    return final / (1 + np.exp(-rate * (day - middle)))


def measured(curve, seed):
    rng = np.random.default_rng(seed)
    day = np.linspace(0, 50, 26)
    error = 0.1 + 0.02 * curve.height(day)
    return day, curve.height(day) + rng.normal(0, 1.5 * error), error


def fitted(day, seen, error, start=Curve(10, 0.1, 20)):  # noqa: B008
    best, covariance = curve_fit(height, day, seen, p0=start, sigma=error)  # culprit
    return Curve(*best), Curve(*np.sqrt(np.diag(covariance)))


def main():
    best, wide = fitted(*measured(Curve(12.0, 0.2, 24.0), seed=26))
    for name in Curve._fields:
        print(f"{name} {getattr(best, name):.5f} +- {getattr(wide, name):.5f}")


main()
