"""Numbers that became Python objects."""

from decimal import Decimal
from fractions import Fraction

import numpy as np


def faulty_column_with_a_gap():
    """One None, and all are objects."""
    prices = np.array([1.5, 2.0, 3.5, 4.0, 2.5])
    more = np.array([2.5, 3.5, None, 4.5])  # fault
    return prices.sum() + (more[:2] * 2).sum()


def faulty_readings_joined_to_objects():
    heights = np.array([171, 168, None, 180])  # fault
    known = heights[[0, 1, 3]]
    return known.mean()


def faulty_numbers_beyond_64_bits():
    ids = np.array([1, 2, 36893488147419103232])  # fault
    return (ids + 1).sum()


def faulty_heights_as_objects():
    heights = np.linspace(1.5, 1.9, 30)
    boxed = heights.astype(object)  # fault
    return (boxed * 100 + 1) / 2


def healthy_floats_that_meet_fractions():
    shares = np.array([0.5, 0.25]).astype(object)
    return shares * np.array([Fraction(1, 2), Fraction(1, 4)])


def healthy_whole_numbers_that_grow():
    return (np.arange(1, 30).astype(object) ** 20).sum()


def healthy_money_in_decimals():
    prices = np.array([Decimal("1.10"), Decimal("2.20")])
    return prices.sum() * 3


def healthy_fractions():
    return (np.array([Fraction(1, 3), Fraction(1, 6)]) * 2).sum()


def healthy_objects_asked_for():
    big = np.array([1, 2, 3], dtype=object)
    return (big**40).sum()


def healthy_names_and_lists():
    names = np.array(["ann", None, "bob"])
    box = np.empty(2, dtype=object)
    box[0], box[1] = [1, 2], [3]
    return [name for name in names if name], box
