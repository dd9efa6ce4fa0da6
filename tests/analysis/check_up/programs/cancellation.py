"""Differences that leave rounding errors."""

import numpy as np


def faulty_spread_of_large_numbers():
    """acts-project/traccc#90: E[x^2] - E[x]^2."""
    x = 1e9 + np.random.default_rng(1).normal(size=(200, 3))
    variance = np.mean(x * x, axis=0) - np.mean(x, axis=0) ** 2  # fault
    return 1.0 / variance


def faulty_slope_with_a_tiny_step():
    """A difference quotient whose step is below the last digit."""
    x = np.linspace(1, 2, 20)
    low, high = np.exp(x), np.exp(x + 1e-15)
    difference = high - low  # fault
    return difference / 1e-15


def faulty_cosine_near_zero():
    x = np.array([1e-7, 2e-7, 3e-7])
    small = 1 - np.cos(x)  # fault
    return small / x**2


def faulty_smaller_root():
    b = np.array([1e7, 2e7])
    root = np.sqrt(b * b - 1.0)
    small = b - root  # fault
    return 2.0 / small


def faulty_variance_that_is_only_printed():
    x = 1e8 + np.random.default_rng(5).normal(size=300)
    return (x**2).mean() - x.mean() ** 2  # fault


def faulty_variance_of_columns_by_sums():
    x = 1e7 + np.random.default_rng(6).normal(size=(40, 3))
    n = len(x)
    means = x.sum(axis=0) / n
    return (x * x).sum(axis=0) / n - means * means  # fault


def healthy_variance_near_zero_mean():
    x = np.random.default_rng(7).normal(size=300)
    return (x**2).mean() - x.mean() ** 2


def healthy_sums_in_two_orders():
    """What two ways give is compared, and their difference shown."""
    x = 1e8 + np.random.default_rng(8).normal(size=300)
    return (x**2).mean() - (np.sort(x) ** 2).mean()


def healthy_residual_of_a_solution():
    rng = np.random.default_rng(2)
    matrix, right = rng.normal(size=(6, 6)), rng.normal(size=6)
    found = np.linalg.solve(matrix, right)
    return np.linalg.norm(right - matrix @ found) < 1e-9


def healthy_relative_change():
    x = np.full(3, 2.0)
    for _ in range(10):
        new = 0.5 * (x + 2.0 / x)
        change = np.abs((new - x) / x).max()
        x = new
        if change < 1e-14:
            break
    return x


def healthy_slope_with_a_good_step():
    x = np.linspace(1, 2, 20)
    return (np.exp(x + 1e-6) - np.exp(x - 1e-6)) / 2e-6


def healthy_centred_data():
    x = 1e6 + np.random.default_rng(3).normal(size=400)
    centred = x - x.mean()
    return centred / centred.std()


def healthy_errors_of_a_method():
    x = np.linspace(0, 1, 30)
    return np.max(np.abs(np.sin(x) ** 2 + np.cos(x) ** 2 - 1.0))


def healthy_forces_that_come_to_rest():
    """Forces on a car at its speeds: at one of these they are equal, and their difference passes zero."""
    accelerations = []
    for speed in np.append(np.linspace(5.0, 40.0, 30), 20.0 + 1e-12):
        drive = np.divide(400.0, speed)
        drag = np.square(speed) * 0.05
        accelerations.append((drive - drag) / 1.7)
    return accelerations
