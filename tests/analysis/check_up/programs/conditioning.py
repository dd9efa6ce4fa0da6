"""Matrices that are solved with."""

import numpy as np


def faulty_polynomial_through_years():
    years = np.arange(2000.0, 2009.0)
    powers = years[:, None] ** np.arange(5)
    right = powers.T @ np.sin(years)
    return np.linalg.solve(powers.T @ powers, right)  # fault


def faulty_inverse_of_dependent_columns():
    rng = np.random.default_rng(0)
    table = rng.normal(size=(30, 3))
    table = np.column_stack([table, table.sum(axis=1) * (1 + 1e-15)])
    return np.linalg.inv(table.T @ table / 30 + 1e-17)  # fault


def healthy_polynomial_of_scaled_years():
    years = np.linspace(-1, 1, 9)
    powers = years[:, None] ** np.arange(5)
    return np.linalg.solve(powers.T @ powers, powers.T @ np.sin(years))


def healthy_stiffness_of_a_rod():
    rod = 2.0 * np.eye(40) - np.eye(40, k=1) - np.eye(40, k=-1)
    return np.linalg.solve(rod, np.ones(40))


def healthy_ridge():
    rng = np.random.default_rng(1)
    table = rng.normal(size=(30, 2))
    table = np.column_stack([table, table[:, 0]])
    return np.linalg.inv(table.T @ table + 0.1 * np.eye(3))
