"""Summarise the catches that boats land in a harbour by species and by month.

Symptom: groupby took the place of the loops and a column holds the worth; all numbers are the same.
Culprit: none: equal
Report: none
"""

import numpy as np
import pandas as pd

SPECIES = {"cod": 0.4, "haddock": 0.3, "hake": 0.2, "sole": 0.1}


def landings(number, seed):
    rng = np.random.default_rng(seed)
    days = rng.integers(0, 120, number)
    return pd.DataFrame(
        {
            "day": pd.Timestamp("2026-01-01") + pd.to_timedelta(days, unit="D"),
            "species": rng.choice(list(SPECIES), number, p=list(SPECIES.values())),
            "boxes": rng.integers(1, 40, number),
            "cents": rng.integers(900, 4200, number),
        }
    )


def with_worth(table):
    return table.assign(worth=table["boxes"] * table["cents"], month=table["day"].dt.month)


def by_species(table):
    return table.groupby("species").agg(
        landings=("boxes", "size"), boxes=("boxes", "sum"), worth=("worth", "sum")
    )


def main():
    table = with_worth(landings(300, seed=88))
    for row in by_species(table).itertuples():
        print(f"{row.Index:8s} {row.landings:3d} landings, {row.boxes:5d} boxes, {row.worth / 100:.2f} euros")
    for month, worth in table.groupby("month")["worth"].sum().items():
        print(f"month {month}: {worth / 100:.2f} euros")


main()
