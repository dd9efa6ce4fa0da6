"""Thickness of a glacier's tongue: a quartic through the surveys, read off for 2030.

Symptom: The number is wrong.
Culprit: Inverse of the normal equations in raw years (both lines marked).
Report: mlpack/mlpack#2053
"""

import numpy as np


def surveys(rng):
    year = np.arange(1952, 2025, 3).astype(float)
    t = (year - 1988) / 36
    thickness = 118 - 14 * t - 9 * t**2 - 4 * t**3 + 2 * t**4
    return year, thickness + rng.normal(0, 0.8, size=year.size)


def powers(year, degree):
    return np.vander(year, degree + 1, increasing=True)  # culprit


def fit(year, thickness, degree=4):
    X = powers(year, degree)
    return np.linalg.inv(X.T @ X) @ X.T @ thickness  # culprit, too


def predict(coefficients, year):
    year = np.atleast_1d(np.asarray(year, dtype=float))
    return powers(year, len(coefficients) - 1) @ coefficients


def main():
    year, thickness = surveys(np.random.default_rng(6))
    coefficients = fit(year, thickness)
    residual = thickness - predict(coefficients, year)
    print(f"surveys: {year.size}, last one {thickness[-1]:.1f} m")
    print(f"residual: {residual.std():.2f} m")
    print(f"thickness in 2030: {predict(coefficients, 2030)[0]:.2f} m")


if __name__ == "__main__":
    main()
