"""Fractions that are cut off, and rounded."""

import numpy as np


def faulty_cents():
    return (np.array([0.29, 1.15, 2.50]) * 100).astype(int).sum()  # fault


def faulty_classes():
    return np.floor(np.array([0.3, 0.6, 0.75]) / 0.1).sum()  # fault


def healthy_rounded_cents():
    return np.rint(np.array([0.29, 1.15, 2.50]) * 100).astype(int).sum()


def healthy_fractions():
    short = np.array([-99.5, 81.5], np.float32).astype(np.float16)
    return (
        short.sum()
        + (np.array([0.2, 1.7, 2.999, -0.5]) * 10).astype(int).sum()
        + np.floor(np.array([3.0, -2.0])).sum()
    )
