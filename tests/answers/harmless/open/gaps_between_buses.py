"""Measure the gaps between buses at a stop and flag those that are twice as long as planned.

Symptom: none
Culprit: none
Tempts: `nan` could accuse diff and shift, which have no predecessor for the first bus of a line; it is dropped at once.
Report: none
"""

import numpy as np
import pandas as pd

LINES = {"12": 10, "37": 15, "N5": 30}


def arrivals(seed):
    rng = np.random.default_rng(seed)
    parts = []
    for line, planned in LINES.items():
        minutes = np.arange(0, 240, planned) + rng.gamma(2.0, 2.0, len(range(0, 240, planned)))
        stamps = pd.Timestamp("2026-05-04 06:00") + pd.to_timedelta(np.sort(minutes).round(1), unit="min")
        parts.append(pd.DataFrame({"line": line, "stamp": stamps}))
    return pd.concat(parts).sort_values("stamp", ignore_index=True)


def gaps(table):
    gap = table.groupby("line")["stamp"].diff().dt.total_seconds() / 60
    change = gap - gap.groupby(table["line"]).shift()
    return table.assign(gap=gap, change=change).dropna(subset=["gap"])


def main():
    table = gaps(arrivals(seed=27))
    planned = table["line"].map(LINES)
    summary = table.groupby("line")["gap"].agg(["count", "mean", "max"])
    print(summary.round(3).to_string())
    print(f"gaps over 1.3 of the plan: {int((table['gap'] > 1.3 * planned).sum())} of {len(table)}")
    steady = table["change"].abs().median()
    print(f"median change from gap to gap {steady:.3f} min")


main()
