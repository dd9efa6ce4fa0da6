"""Diversity of the plants of three meadows, after Shannon.

Prints the diversity of each meadow.

Symptom: the diversity is NaN for all meadows.
Culprit: the shares are computed with the division of whole numbers, so all are 0, and 0 times the logarithm of 0 is
NaN.
Report: none
"""

import io

import numpy as np
import pandas as pd

COUNTS = """species,north,pond,hill
clover,31,12,40
daisy,22,18,7
sorrel,9,25,3
yarrow,14,6,21
"""


def shares(table):
    return table.floordiv(table.sum(axis=0), axis=1)  # culprit


def shannon(share):
    values = share.to_numpy()
    return -np.sum(values * np.log(values))


table = pd.read_csv(io.StringIO(COUNTS), index_col="species")
with np.errstate(all="ignore"):
    diversity = shares(table).apply(shannon)
for meadow, value in diversity.items():
    print(f"{meadow:6s} {value:6.3f}")
print(f"mean {np.mean(diversity.to_numpy()):.3f}")
