"""Ranges of fractions, their ends and their steps."""

import numpy as np


def faulty_doses():
    doses = np.arange(1.0, 1.3, 0.1)  # fault
    return (doses**2).mean()


def faulty_speed():
    dt = 0.125
    times = np.linspace(0, 1, 8)  # fault
    return np.diff(np.sin(times)) / dt


def healthy_ranges():
    width = 0.25
    whole = np.arange(0, 10, 1.0)
    quarters = np.arange(0, 2, width)
    ring = np.linspace(0, 1, 4, endpoint=False)
    points = np.linspace(0, 2, 9)
    return whole.sum() + quarters.sum() + ring.sum() + (np.diff(points) / width).sum()
