"""Numbers that are compared by `==`."""

import numpy as np


def faulty_hour_of_a_timetable():
    hours = np.arange(0, 1, 0.1)
    return np.flatnonzero(hours == 0.3)  # fault


def faulty_share_of_full_marks():
    marks = np.array([0.5, 0.7, 1.0]) * 3
    return (marks == 2.1).sum()  # fault


def healthy_mark_of_missing_values():
    depth = np.array([1.5, -9999.0, 2.5])
    return depth[depth != -9999.0].mean()


def healthy_share_of_zeros():
    x = np.sin(np.pi * np.arange(4))
    return (x == 0.0).sum()


def healthy_levels_that_are_exact():
    x = np.array([0.25, 0.5, 0.75])
    return (x == 0.5).sum()


def healthy_two_ways_compared():
    x = np.linspace(0, 1, 11)
    return (x * 3 == x + x + x).all()
