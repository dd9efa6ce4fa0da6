"""Arguments, coefficients and directions in the order of another function."""

import numpy as np


def faulty_angle_of_a_step():
    dx, dy = np.array([1.0, 1.0, 0.0]), np.array([0.0, 0.5, 1.0])
    return np.degrees(np.arctan2(dx, dy))  # fault


def faulty_parabola():
    x = np.linspace(0, 4, 20)
    fit = np.polyfit(x, 1 + 2 * x - 0.5 * x**2, 2)
    return np.polynomial.polynomial.polyval(np.array([1.0, 2.0]), fit)  # fault


def faulty_main_components():
    x = np.random.default_rng(0).normal(size=(60, 4)) * [9, 5, 1, 0.2]
    _, vectors = np.linalg.eigh(x.T @ x / 60)
    return (x @ vectors[:, :2]).var(axis=0)  # fault


def faulty_main_topic():
    counts = np.random.default_rng(1).normal(size=(30, 4)) * [8, 4, 2, 1]
    _, _, v = np.linalg.svd(counts, full_matrices=False)
    return (counts @ v[:, 0]).std()  # fault


def healthy_angles_and_powers():
    dx, dy = np.array([1.0, 1.0, 0.0]), np.array([0.0, 0.5, 1.0])
    x = np.linspace(0, 4, 20)
    fit = np.polyfit(x, 1 + 2 * x, 1)
    lowest = np.polynomial.polynomial.polyfit(x, 1 + 2 * x, 1)
    return (
        np.arctan2(dy, dx).sum()
        + np.polyval(fit, 2.0)
        + np.polynomial.polynomial.polyval(np.arange(3.0), lowest).sum()
    )


def healthy_directions():
    """The largest, all of them, and the smallest of what is no covariance of what is multiplied."""
    x = np.random.default_rng(0).normal(size=(60, 4)) * [9, 5, 1, 0.2]
    _, vectors = np.linalg.eigh(x.T @ x / 60)
    _, _, vh = np.linalg.svd(x, full_matrices=False)
    links = np.diag([2.0, 3.0, 3.0, 2.0]) - 1
    _, modes = np.linalg.eigh(links)
    other = np.random.default_rng(2).normal(size=(5, 4))
    return (
        (x @ vectors[:, ::-1][:, :2]).sum()
        + (x @ vectors).sum()
        + (x @ vh[:2].T).sum()
        + (other @ modes[:, :2]).sum()
    )
