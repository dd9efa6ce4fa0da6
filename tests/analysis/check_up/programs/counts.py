"""Counts of elements that fulfil a condition, and the larger of two numbers."""

import numpy as np


def faulty_hours_above_a_level():
    level = np.array([1.0, 2.5, 3.0, 0.5, 2.2])
    return 120 * len(np.where(level > 2))  # fault


def faulty_full_shelves():
    shelves = np.array([[1, 0, 1], [1, 1, 1]])
    return len(np.nonzero(shelves)) / shelves.size  # fault


def faulty_payoff_of_an_option():
    ends = np.array([90.0, 104.0, 131.0, 88.0])
    payoff = np.max(ends - 100, 0)  # fault
    return np.mean(payoff)


def faulty_missing_beds():
    missing = np.max(np.array([12, 30, 18]) - 20, axis=0)  # fault
    return 7 * np.sum(missing)


def healthy_counts():
    level = np.array([1.0, 2.5, 3.0, 0.5, 2.2])
    ends = np.array([90.0, 104.0, 131.0])
    scores = np.array([[0.2, 0.9], [0.8, 0.1]])
    return (
        len(np.where(level > 2)[0]),
        np.maximum(ends - 100, 0).mean(),
        ends / np.max(ends, 0),
        np.max(scores, 1).mean(),
        len(level[np.where(level > 2)]),
    )
