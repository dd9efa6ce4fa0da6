"""Visitors of a trade fair by the kind of their badge.

The gates write a number for each badge; prints the money that each kind brings in.

Symptom: the price is NaN for all visitors.
Culprit: the dictionary has the kinds as keys and the numbers as values; looked up are the numbers.
Report: none
"""

import numpy as np
import pandas as pd

KINDS = ["day", "evening", "student", "press"]
PRICES = {"day": 32.0, "evening": 18.0, "student": 12.0, "press": 0.0}
rng = np.random.default_rng(8)


def kinds_by_number():
    return {kind: number for number, kind in enumerate(KINDS)}  # culprit


def gates(count):
    return pd.DataFrame({"badge": rng.integers(0, len(KINDS), count)})


visitors = gates(200)
kind = visitors["badge"].map(kinds_by_number())
visitors["price"] = kind.map(PRICES)
print(f"visitors {len(visitors)}")
print(f"income {np.sum(visitors['price'].to_numpy()):.2f}")
