"""Summarise the ages of trees by wood.

Symptom: errors are smaller
Culprit: trees without known rings are counted now
Report: none
"""

import numpy as np
import pandas as pd

rng = np.random.default_rng(12)
trees = pd.DataFrame({"wood": rng.choice(list("ABC"), 200), "rings": rng.integers(5, 180, 200).astype(float)})
trees.loc[::17, "rings"] = np.nan


def summary(table: pd.DataFrame) -> pd.DataFrame:
    """Return mean, spread and number by wood."""
    groups = table.groupby("wood")["rings"]
    return pd.DataFrame(
        {
            "mean": groups.mean(),
            "spread": groups.std(),
            "trees": groups.size(),  # culprit
        }
    )


report = summary(trees)
report["error"] = report["spread"] / np.sqrt(report["trees"])
print(report.round(5))
print("oldest:", trees["rings"].max())
