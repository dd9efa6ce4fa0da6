"""Random numbers that get the covariance of a matrix."""

import numpy as np

SPREAD = np.array([[1.0, 0.8], [0.8, 2.0]])


def faulty_rows_by_the_lower_factor():
    draws = np.random.default_rng(0).standard_normal((500, 2))
    return draws @ np.linalg.cholesky(SPREAD)  # fault


def faulty_columns_by_the_upper_factor():
    factor = np.linalg.cholesky(SPREAD)
    draws = np.random.default_rng(1).normal(size=(2, 500))
    return np.dot(factor.T, draws).std(axis=1)  # fault


def healthy_factors():
    factor = np.linalg.cholesky(SPREAD)
    draws = np.random.default_rng(2).standard_normal((500, 2))
    place = np.array([[1.0, 2.0]])
    same = np.linalg.cholesky(np.diag([2.0, 3.0]))
    return draws @ factor.T, factor @ draws.T, place @ factor, np.linalg.solve(factor, draws.T), draws @ same
