"""Conditions that hold for no element, or for all."""

import numpy as np


def faulty_gaps_by_equality():
    depth = np.array([2.0, np.nan, 3.5, np.nan, 1.0])
    known = depth != np.nan  # fault
    return depth[known].size


def faulty_gaps_in_a_table():
    table = np.array([[1.0, np.nan], [np.nan, 4.0], [5.0, 6.0]])
    table[table == np.nan] = 0.0  # fault
    return table


def faulty_members_with_many_visits():
    visits = np.array([3, 14, 15, 9, 26])
    member = np.array([True, False, True, True, True])
    return int((member & visits > 10).sum())  # fault


def faulty_ripe_or_many():
    ripe = np.array([True, False, True, False])
    fruits = np.array([4, 8, 2, 40])
    return np.flatnonzero(ripe | fruits >= 30)  # fault


def healthy_gaps_and_members():
    depth = np.array([2.0, np.nan, 3.5])
    visits = np.array([3, 14, 15])
    member = np.array([True, False, True])
    flags = np.array([4, 5, 6])
    return (
        depth[~np.isnan(depth)].sum(),
        (depth != depth).sum(),
        (member & (visits > 10)).sum(),
        (flags & 4 == 4).sum(),
    )


def healthy_comparison_without_gaps():
    return (np.array([1.0, 2.0]) == np.nan).any()
