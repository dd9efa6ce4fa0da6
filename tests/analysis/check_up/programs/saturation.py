"""Sums in short types."""

import numpy as np


def faulty_counter_in_half_precision():
    """numpy/numpy#24443: at 2048 float16 goes up by 2."""
    count = np.zeros(4, np.float16)
    for _ in range(3000):
        count += np.float16(1)  # fault
    return count


def faulty_running_sum_in_half_precision():
    """numpy/numpy#24443."""
    data = np.random.default_rng(1).uniform(0, 1, 20_000).astype(np.float16)
    return np.cumsum(data)  # fault


def faulty_mean_of_columns():
    """numpy/numpy#22956: along the first axis each column is added up one by one."""
    data = np.random.default_rng(2).uniform(0, 1, (5000, 40)).astype(np.float16)
    return data.sum(axis=0, dtype=np.float16)  # fault


def faulty_energy_of_many_steps():
    total = np.full(3, 1.0e8, np.float32)
    for _ in range(60):
        total = total + np.float32(2.5)  # fault
    return total


def healthy_list_of_numbers():
    prices = np.random.default_rng(4).uniform(0, 9, 40)
    return np.sum([one / 2 for one in prices], dtype=np.float32)


def healthy_short_sum():
    data = np.random.default_rng(3).normal(size=(200, 20)).astype(np.float32)
    return data.sum(), data.mean(axis=0), np.cumsum(data[0])


def healthy_half_precision_average():
    data = np.random.default_rng(4).uniform(0, 1, 500).astype(np.float16)
    return data.mean(dtype=np.float32)


def healthy_convergence_in_single_precision():
    guess = np.full(4, 9.0, np.float32)
    for _ in range(40):
        guess = guess + np.float32(0.5) * (np.float32(3) - guess)
    return guess


def healthy_random_walk():
    rng = np.random.default_rng(5)
    place = np.zeros(50, np.float32)
    for _ in range(100):
        place += rng.normal(size=50).astype(np.float32)
    return place.std()


def healthy_softmax():
    scores = np.array([[90.0, 1.0, -40.0], [3.0, 2.0, 1.0]], np.float32)
    shifted = np.exp(scores - scores.max(axis=1, keepdims=True))
    return shifted / shifted.sum(axis=1, keepdims=True)
