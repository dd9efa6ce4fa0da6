"""Busiest day of a museum, from the counter at the door.

Symptom: The number is wrong.
Culprit: One word in a column makes it text, max() compares letters.
Report: none
"""

import io

import numpy as np
import pandas as pd

rng = np.random.default_rng(28)


def counter_file():
    days = pd.date_range("2024-05-01", periods=60, freq="D")
    visitors = rng.integers(180, 950, days.size)
    visitors[17] = 1204
    visitors[44] = 1088
    rows = ["day,visitors"]
    for d, v in zip(days, visitors):
        closed = d.day_of_week == 0
        rows.append(f"{d:%Y-%m-%d},{'closed' if closed else v}")
    return io.StringIO("\n".join(rows))


table = pd.read_csv(counter_file(), parse_dates=["day"])  # culprit
open_days = table[table["visitors"] != "closed"]
print("days:", len(table), " open:", len(open_days))

by_visitors = open_days.sort_values("visitors", ascending=False)
print("first in the list:", by_visitors["day"].iloc[0].date())
print("visitors on the busiest day:", open_days["visitors"].max())
