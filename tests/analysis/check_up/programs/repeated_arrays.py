"""Lists of arrays, and second names for one."""

import numpy as np


def faulty_shelves():
    shelves = [np.zeros(5)] * 4  # fault
    for book, shelf in enumerate([0, 2, 1, 3]):
        shelves[shelf][book] += 1
    return [shelf.sum() for shelf in shelves]


def faulty_purses():
    food = rent = np.zeros(3)  # fault
    food += [1.0, 2.0, 3.0]
    return food.sum() - rent.sum()


def healthy_lists():
    each = [np.zeros(5) for _ in range(4)]
    same = [np.ones(5)] * 4
    places = [np.zeros(2)] * 3
    for number in range(3):
        each[number][number] += 1
        places[number] = np.full(2, number)
    best = last = np.inf
    last = last - 1
    return sum(one.sum() for one in (*each, *same, *places)) + (best > last)


def _smooth(level):
    level[1:-1] = 0.25 * (level[2:] + 2 * level[1:-1] + level[:-2])


def faulty_smoothing_by_a_function():
    level = np.random.default_rng(14).normal(4, 1, 30)
    before = level  # fault
    _smooth(level)
    return np.abs(before - level).max()


def healthy_smoothing_of_a_copy():
    level = np.random.default_rng(14).normal(4, 1, 30)
    before = level.copy()
    _smooth(level)
    return np.abs(before - level).max()
