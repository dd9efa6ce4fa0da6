"""The type of all results of `np.vectorize` is that of the first one."""

import numpy as np


def _fare(km):
    return 2 if km < 1 else 2 + 0.37 * km


def _class(km):
    return 0 if km < 1 else 1


def faulty_fares():
    return np.vectorize(_fare)(np.array([0.4, 3.0, 7.5])).sum()  # fault


def healthy_fares_with_a_type():
    fares = np.vectorize(_fare, otypes=[float])(np.array([0.4, 3.0, 7.5]))
    return fares.sum() + np.vectorize(_class)(np.array([0.4, 3.0])).sum()
