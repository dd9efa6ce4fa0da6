"""The lowest balance of each account within a quarter, from the bookings of three branches.

Symptom: the lowest balances and the fees differ.
Culprit: the bookings are summed up branch by branch, since they are no longer sorted by day.
Report: none
"""

import numpy as np
import pandas as pd

START = 500.0


def branch_bookings(rng, count=80):
    return pd.DataFrame(
        {
            "account": rng.integers(100, 112, count),
            "day": np.sort(rng.integers(1, 91, count)),
            "amount": rng.normal(5.0, 220.0, count).round(2),
        }
    )


def balances(bookings):
    by_account = bookings.groupby("account", sort=True)
    return by_account["amount"].cumsum() + START  # culprit


def fees(lowest, rate=0.11):
    return (-lowest[lowest < 0] * rate / 4).sum()


def main():
    rng = np.random.default_rng(61)
    bookings = pd.concat([branch_bookings(rng) for _ in range(3)], ignore_index=True)
    bookings["balance"] = balances(bookings)
    lowest = bookings.groupby("account")["balance"].min()
    print(lowest.round(2).to_string())
    print(f"accounts below zero: {(lowest < 0).sum()}, fees {fees(lowest):.2f}")


main()
