"""Find the machines of a workshop whose parts vary most, from a handful of measurements each.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the standard deviation of a machine with one part (0 / 0); such machines are left out.
Report: pandas-dev/pandas#19690
"""

import numpy as np
import pandas as pd


def measurements():
    """Return the diameter of each part in millimetres with the machine that made it."""
    rng = np.random.default_rng(77)
    parts = {"drill": 9, "lathe": 14, "mill": 1, "planer": 6, "press": 1, "saw": 11}
    machine = np.repeat(list(parts), list(parts.values()))
    spread = {"drill": 0.02, "lathe": 0.01, "mill": 0.03, "planer": 0.05, "press": 0.02, "saw": 0.12}
    diameter = 25.0 + rng.normal(size=len(machine)) * pd.Series(machine).map(spread).to_numpy()
    return pd.DataFrame({"machine": machine, "diameter": diameter})


def spread_of_machines(parts):
    groups = parts.groupby("machine")["diameter"]
    return groups.agg(["count", "mean", "std"])


def report(table, limit):
    judged = table.dropna(subset="std").sort_values("std", ascending=False)
    for row in judged.itertuples():
        verdict = "overhaul" if row.std > limit else "fine"
        print(f"{row.Index:7s} {row.mean:.3f} +- {row.std:.3f} mm  {verdict}")
    single = table.index[table["count"] == 1]
    print(f"only one part yet: {', '.join(single)}")


parts = measurements()
table = spread_of_machines(parts)
report(table, limit=0.06)
pooled = np.sqrt((table["std"].pow(2) * (table["count"] - 1)).sum() / (table["count"] - 1).sum())
print(f"pooled spread: {pooled:.4f} mm")
