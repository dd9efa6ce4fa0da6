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


def faulty_angles_of_short_ways():
    """A haversine by its definition: the root of sums of 1 - cos x."""
    steps = np.random.default_rng(9).uniform(1e-7, 4e-7, (2, 12))
    north, east = 1.0 - np.cos(steps)  # fault
    return 2 * 6.4e6 * np.arcsin(np.sqrt(0.5 * (north + 0.5 * east)))


def faulty_growth_of_tiny_rates():
    rates = np.linspace(1e-14, 4e-14, 7)
    grown = np.exp(rates) - 1.0  # fault
    return np.stack([rates, grown]) * 2


def faulty_scatter_of_running_means():
    """Both means are kept up to date value by value, and the variance is asked for its sign before its root."""
    mean = square = np.float64(0.0)
    for count, value in enumerate(4e5 + np.random.default_rng(10).normal(0, 0.02, 200), 1):
        mean = mean + (value - mean) / count
        square = square + (value * value - square) / count
    variance = square - mean * mean  # fault
    return np.sqrt(max(variance, 0.0) * count / (count - 1))


def healthy_chord_of_short_ways():
    steps = np.random.default_rng(9).uniform(1e-7, 4e-7, (2, 12))
    north, east = 2 * np.sin(steps / 2) ** 2
    return 2 * 6.4e6 * np.arcsin(np.sqrt(0.5 * (north + 0.5 * east)))


def healthy_swing_through_rest():
    """The potential energy of a pendulum, which is next to nothing in one of many positions."""
    energies = []
    for angle in np.append(np.linspace(0.01, 0.5, 40), 1e-7):
        energies.append((1.0 - np.cos(angle)) * 9.81 + 0.2)
    return np.array(energies)


def healthy_check_that_two_directions_are_one():
    angle = np.array([1e-8, 2e-8])
    return np.abs(1.0 - np.cos(angle)).max() < 1e-12


def healthy_profit_that_is_asked_for_its_sign():
    """Two prices apart by far more than their last digits."""
    paid, got = np.float64(120.0) * 1.07, np.float64(131.0) * 1.01
    profit = got - paid
    return profit * 100 / paid if profit > 0 else profit


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


def faulty_angles_between_near_directions():
    turned = np.cumsum(np.random.default_rng(1).normal(0, 3e-8, 300))
    directions = np.column_stack([np.cos(turned), np.sin(turned), 1 + 0 * turned]) / np.sqrt(2)
    cosines = np.minimum((directions[1:] * directions[:-1]).sum(axis=1), 1.0)
    return np.arccos(cosines).sum()  # fault


def faulty_logarithm_of_one_and_little():
    rates = np.random.default_rng(2).normal(0, 1e-14, 500)
    return np.log(1 + rates).sum()  # fault


def healthy_angles_and_returns():
    """Larger angles, a direction with itself among others, growth, the exact form, and what comes to rest."""
    rng = np.random.default_rng(3)
    turned = np.cumsum(rng.normal(0, 0.01, 100))
    directions = np.column_stack([np.cos(turned), np.sin(turned)])
    angles = np.arccos(np.clip(directions @ directions.T, -1, 1)).mean()
    prices = np.exp(np.cumsum(rng.normal(0, 1e-3, 300)))
    growth = np.log(prices[1:] / prices[:-1]).sum() + np.log1p(rng.normal(0, 1e-14, 500)).sum()
    vector, matrix = np.array([1.0, 1.0]), np.diag([3.0, 1.0])
    for _ in range(30):
        after = matrix @ vector
        after /= np.linalg.norm(after)
        if np.arccos(min(1.0, after @ vector)) < 1e-8:
            break
        vector = after
    return angles + growth + vector[0]


def healthy_directions_that_are_only_compared():
    turned = np.cumsum(np.random.default_rng(4).normal(0, 3e-8, 300))
    directions = np.column_stack([np.cos(turned), np.sin(turned), 1 + 0 * turned]) / np.sqrt(2)
    cosines = np.minimum((directions[1:] * directions[:-1]).sum(axis=1), 1.0)
    return bool((np.arccos(cosines) < 1e-6).all())
