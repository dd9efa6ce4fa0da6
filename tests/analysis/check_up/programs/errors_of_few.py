"""Errors of means of few numbers."""

import numpy as np


def _samples(number):
    return np.random.default_rng(31).normal(10, 0.2, (30, number))


def faulty_limits_of_a_chart():
    samples = _samples(5)
    spread = np.std(samples, axis=1)  # fault
    pooled = np.sqrt(np.mean(spread**2))
    return samples.mean() - 3 * pooled / np.sqrt(samples.shape[1])


def faulty_error_of_four_weighings():
    weights = np.array([3.21, 3.24, 3.19, 3.25])
    spread = weights.std()  # fault
    return weights.mean(), spread / np.sqrt(len(weights))


def healthy_errors_of_few():
    samples = _samples(5)
    error = samples.std(axis=1, ddof=1) / np.sqrt(5)
    return error.mean(), samples.std(axis=1).max(), samples.std(axis=1).mean() / np.sqrt(4)


def healthy_error_of_many():
    weights = _samples(5).ravel()
    return weights.std() / np.sqrt(weights.size)
