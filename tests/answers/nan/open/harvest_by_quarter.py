"""Harvest of a greenhouse by quarter of the year.

Prints the mean harvest of each quarter and the best of them.

Symptom: the mean of the last quarter is NaN, and so is the best.
Culprit: the quarters are numbered 0 to 3, and the table is asked for 1 to 4.
Report: none
"""

import numpy as np
import pandas as pd

rng = np.random.default_rng(41)


def harvest():
    days = pd.date_range("2024-01-05", periods=52, freq="7D")
    kilograms = 40 + 20 * np.sin(np.arange(52) / 8.3) + rng.normal(0, 3, 52)
    return pd.DataFrame({"quarter": (days.month.to_numpy() - 1) // 3, "kilograms": kilograms})


def mean_of(table, quarter):
    part = table[table["quarter"] == quarter]
    return np.mean(part["kilograms"].to_numpy())


table = harvest()
means = np.array([mean_of(table, quarter) for quarter in range(1, 5)])  # culprit
for quarter, mean in enumerate(means, 1):
    print(f"quarter {quarter}: {mean:6.2f} kg a week")
print(f"best {means.max():.2f} kg")
