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


def faulty_steps_on_tiles():
    """From 2048 on float16 holds even numbers alone."""
    rng = np.random.default_rng(6)
    steps = np.zeros((3, 4), np.float16)
    for _ in range(30):
        rows, columns = rng.integers(0, 3, 1500), rng.integers(0, 4, 1500)
        np.add.at(steps, (rows, columns), 1)  # fault
    return steps.astype(float).sum()


def _charges(type_):
    return np.full(5, 3.0e7, dtype=type_)


def faulty_charges_of_cells():
    """The type is said where the cells are made: what adds to them may be of any."""
    cells = _charges("float32")  # fault
    for _ in range(8):
        np.add.at(cells, np.arange(200) % 5, np.full(200, 0.5))
    return cells.sum()


def healthy_charges_with_signs():
    """Charges of both signs: of a small total much is rounded."""
    charges = np.random.default_rng(7).normal(size=400)
    cells = np.full(5, 100, np.float16)
    np.add.at(cells, np.arange(400) % 5, charges)
    few = np.zeros(5, np.float16)
    np.add.at(few, np.arange(900) % 5, 1)
    return cells.sum() + few.sum()


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
