"""Explain the rents of allotments by size, sun and distance, with associations weighted by their members.

Symptom: All coefficients, their errors and the rents of the three plots change.
Culprit: The rows are multiplied by the members instead of by their square root, so the members weigh twice.
Report: none
"""

from typing import NamedTuple

import numpy as np
from scipy import linalg

NAMES = ("base", "size", "sun", "distance")
MIDDLE = 250.0


class Associations(NamedTuple):
    size: np.ndarray
    sun: np.ndarray
    distance: np.ndarray
    members: np.ndarray
    rent: np.ndarray

    @property
    def known(self):
        return Associations(*(column[~np.isnan(self.rent)] for column in self))


class Fit(NamedTuple):
    coefficients: np.ndarray
    errors: np.ndarray
    spread: float


def survey(seed=1887, count=48):
    """The associations of the city; two did not tell their rent."""
    rng = np.random.default_rng(seed)
    size, sun = rng.uniform(120, 420, count), rng.uniform(0.2, 1.0, count)
    distance, members = rng.gamma(2.0, 1.3, count), rng.integers(8, 260, count)
    noise = rng.normal(0, 160.0, count) / np.sqrt(members)
    rent = 20.0 + 0.42 * size + 35.0 * sun - 6.5 * distance + noise
    rent[[7, 30]] = np.nan
    return Associations(size, sun, distance, members, rent)


def design(size, sun, distance):
    columns = np.broadcast_arrays(1.0, np.asarray(size) - MIDDLE, sun, distance)
    return np.stack(columns, axis=-1)


def weighted_fit(rows, target, weights):
    """Least squares with weights, by the QR decomposition of the weighted rows."""
    system = np.column_stack([rows, target]) * weights[:, None]  # culprit
    q, r = linalg.qr(system[:, :-1], mode="economic")
    coefficients = linalg.solve_triangular(r, q.T @ system[:, -1])
    residuals = system[:, -1] - system[:, :-1] @ coefficients
    variance = residuals @ residuals / (len(target) - rows.shape[1])
    inverse = linalg.solve_triangular(r, np.eye(rows.shape[1]))
    errors = np.sqrt(variance * np.sum(inverse**2, axis=1))
    return Fit(coefficients, errors, float(np.sqrt(variance)))


def main():
    everyone = survey()
    known = everyone.known
    rows = design(known.size, known.sun, known.distance)
    fit = weighted_fit(rows, known.rent, known.members)

    print(f"{len(known.rent)} associations, {everyone.members.sum()} members")
    for name, value, error in zip(NAMES, fit.coefficients, fit.errors, strict=True):
        print(f"{name:9s} {value:10.5f} +- {error:8.5f}")
    print(f"spread for one member {fit.spread:.5f}")
    for plot in ((200.0, 0.5, 1.0), (300.0, 0.9, 4.0), (400.0, 0.7, 2.0)):
        print(f"plot of {plot[0]:.0f} m2: {design(*plot) @ fit.coefficients:.4f} a year")


if __name__ == "__main__":
    main()
