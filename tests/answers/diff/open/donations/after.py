"""Donations of a choir by district; some donors gave no address.

Symptom: The last number is another one.
Culprit: Groupby drops the missing key.
Report: pandas-dev/pandas#3729
"""

import numpy as np
import pandas as pd

PLACES = ["north", "river", "hill", "centre", None]
GOAL = 7000.0


def load(n=240, seed=83):
    rng = np.random.default_rng(seed)
    districts = rng.choice(PLACES, n, p=[0.3, 0.2, 0.2, 0.2, 0.1])
    amounts = rng.gamma(2.0, 15.0, n).round(2)
    return pd.DataFrame({"district": districts, "amount": amounts})


donations = load()
print("donations:", len(donations))
print("largest donation:", donations["amount"].max())

by_district = donations.groupby("district")["amount"]  # culprit
sums = by_district.sum()
counts = by_district.size()

largest = sums.idxmax()
total = sums.sum()
print("largest district:", largest, "with", counts[largest], "donors")
print("share of the largest:", round(sums[largest] / total, 4))
print("goal reached:", bool(total >= GOAL))
print("total of the donations:", round(total, 2))
