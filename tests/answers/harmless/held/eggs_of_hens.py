"""Count the eggs of hens by week, with days on which nobody looked into the nests.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the missing days, which are marked as <NA> and counted apart.
Report: none (a question asked often: integers with missing values)
"""

import numpy as np
import pandas as pd

HENS = ["Berta", "Frieda", "Hilde", "Lotte"]


def nests(days, seed):
    """Return eggs by day and hen, as integers that may be missing."""
    rng = np.random.default_rng(seed)
    index = pd.date_range("2024-03-04", periods=days, freq="D", name="day")
    table = pd.DataFrame(rng.binomial(1, 0.8, (days, len(HENS))), index=index, columns=HENS).astype("Int64")
    table.loc[index[rng.random(days) < 0.2]] = pd.NA
    table.loc[index[:5], "Lotte"] = pd.NA
    return table


def weeks(table):
    """Return the eggs of each week and on how many days somebody looked."""
    grouped = table.resample("W")
    return grouped.sum(), grouped.count()


def rate(eggs, looked):
    """Return eggs a day on which somebody looked; hens that nobody looked for have none."""
    return (eggs / looked.where(looked > 0)).astype("Float64")


table = nests(42, seed=4)
eggs, looked = weeks(table)
print(eggs.assign(all=eggs.sum(axis=1)))
print("days without a look:", int(table["Berta"].isna().sum()))
by_hen = rate(eggs.sum(), looked.sum())
for hen, value in by_hen.items():
    print(f"{hen:<8}{value:.4f} eggs a day")
print(f"forecast for a week: {7 * by_hen.sum():.2f} eggs")
