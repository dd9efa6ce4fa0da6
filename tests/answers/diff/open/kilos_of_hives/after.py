"""Keep the newest weight of each hive and report on the apiaries.

Symptom: the weights of apiaries are not the ones in the book of this week
Culprit: weighings are sorted by hive only, so the last row of a hive is any of its weighings
Report: none
"""

import numpy as np
import pandas as pd

APIARIES = 4


def weighings(count, seed):
    rng = np.random.default_rng(seed)
    return pd.DataFrame(
        {
            "hive": rng.integers(0, 30, count),
            "day": rng.integers(1, 120, count),
            "kilos": rng.normal(32, 6, count).round(2),
        }
    )


def ends(table):
    """Return the first and the newest weight by hive."""
    ordered = table.sort_values("hive", kind="stable")  # culprit
    weights = ordered.groupby("hive")["kilos"]
    return weights.first(), weights.last()


table = weighings(300, seed=71)
first, newest = ends(table)
gain = newest - first
by_apiary = newest.groupby(newest.index % APIARIES)
for apiary, part in by_apiary:
    print(f"apiary {apiary}: {len(part)} hives, {part.mean():.4f} kg")
print(f"mean gain {gain.mean():.5f}, best {gain.max():.2f}")
print(f"all weighings {table['kilos'].mean():.5f}")
