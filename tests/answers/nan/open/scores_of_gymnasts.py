"""Standardise marks of judges and add them up.

Symptom: all totals are nan.
Culprit: the judge C gave everybody 8.5: its deviation is 0 and each mark 0 / 0.
Report: none
"""

import numpy as np
from scipy import stats

rng = np.random.default_rng(56)
marks = {
    "A": rng.uniform(6, 10, 8).round(1),
    "B": rng.uniform(6, 10, 8).round(1),
    "C": np.full(8, 8.5),
    "D": rng.uniform(5, 9, 8).round(1),
}
table = np.array(list(marks.values()))
standard = stats.zscore(table, axis=1)  # culprit
totals = standard.sum(axis=0)
print("totals:", totals)
print("winner:", int(np.nanargmax(np.append(totals, 0.0))))
