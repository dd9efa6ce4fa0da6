"""Fit the strain of a beam to its load, each reading with its own uncertainty.

Symptom: the coefficients moved a little and chi2 is larger
Culprit: rows are multiplied by 1 / sigma**2, and not by its root: lstsq squares what it is given
Report: none
"""

from dataclasses import dataclass

import numpy as np


@dataclass
class Curve:
    coefficients: np.ndarray

    @staticmethod
    def design(load):
        return np.vander(load, 3, increasing=True)

    @classmethod
    def fit(cls, load, strain, sigma):
        weight = 1 / sigma**2  # culprit
        rows = cls.design(load) * weight[:, None]
        return cls(np.linalg.lstsq(rows, strain * weight, rcond=None)[0])

    def __call__(self, load):
        return self.design(np.atleast_1d(load)) @ self.coefficients


def readings(count, seed):
    rng = np.random.default_rng(seed)
    load = np.linspace(0, 50, count)
    sigma = 0.5 + 0.08 * load
    strain = 12 + 3.4 * load + 0.02 * load**2 + rng.normal(0, sigma)
    return load, strain, sigma


load, strain, sigma = readings(40, seed=36)
curve = Curve.fit(load, strain, sigma)
chi2 = np.square((strain - curve(load)) / sigma).sum()
print("coefficients", np.round(curve.coefficients, 6))
print(f"chi2 {chi2:.5f} of {load.size - curve.coefficients.size}")
print(f"strain at 60 kN {curve(60.0)[0]:.5f}")
print(f"largest strain {strain.max():.4f}")
