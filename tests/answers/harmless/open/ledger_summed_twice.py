"""Add up the bookings of a year by branch and by month, and check that both ways give the same total.

Symptom: none
Culprit: none
Tempts: `precision` and `diff` could accuse the sums in different orders, which differ in the last digits as they must.
Report: numpy/numpy#8632
"""

import math

import numpy as np


def bookings(branches, months, per_month):
    """Return amounts in euros, in cents, as a table of branch, month and booking."""
    rng = np.random.default_rng(31)
    cents = rng.integers(-20_000, 90_000, size=(branches, months, per_month))
    return cents / 100.0


def totals(amounts):
    by_branch = amounts.sum(axis=(1, 2))
    by_month = amounts.sum(axis=(0, 2))
    return by_branch, by_month


def same_money(one, other):
    """Return whether two totals are the same to the cent."""
    return round(one, 2) == round(other, 2)


if __name__ == "__main__":
    amounts = bookings(branches=12, months=12, per_month=300)
    by_branch, by_month = totals(amounts)
    exact = math.fsum(amounts.ravel().tolist())
    one_by_one = sum(by_branch.tolist())
    print(f"best branch {by_branch.argmax()}: {by_branch.max():,.2f}")
    print(f"best month {by_month.argmax() + 1}: {by_month.max():,.2f}")
    print(f"total {one_by_one:,.2f}")
    print(f"by branch and by month agree: {same_money(by_branch.sum(), by_month.sum())}")
    print(f"agrees with the exact sum: {same_money(one_by_one, exact)}")
