"""Correct the honey of every hive for its water and compare the apiaries.

Symptom: the yield of two of three apiaries is nan, and they have fewer corrected hives than were weighed.
Culprit: the corrected weights get a fresh index 0, 1, 2 ..., but the hives kept after the cleaning do not have it.
Report: none
"""

import numpy as np
import pandas as pd

LIMIT_OF_WATER = 0.23
SPOILT = {"heath": range(4), "lime": range(3), "orchard": range(2)}


def weighed(rng):
    rows = []
    for apiary, hives in (("heath", 14), ("lime", 11), ("orchard", 6)):
        for hive in range(hives):
            water = 0.26 if hive in SPOILT[apiary] else rng.uniform(0.15, 0.21)
            rows.append(
                {
                    "apiary": apiary,
                    "hive": f"{apiary[0]}{hive:02d}",
                    "kg": rng.gamma(9.0, 2.5),
                    "water": water,
                }
            )
    return pd.DataFrame(rows)


def clean(table):
    """Drop the hives whose honey would ferment, and put the wettest first."""
    kept = table[table["water"] < LIMIT_OF_WATER]
    missing = kept["kg"].isna()
    return kept[~missing]


def at_standard_water(kg, water, standard=0.18):
    """Return the weight that the honey would have with the standard share of water."""
    dry = kg * (1 - water)
    return dry / (1 - standard)


def add_corrected(table):
    corrected = at_standard_water(table["kg"].to_numpy(), table["water"].to_numpy())
    return table.assign(standard=pd.Series(corrected))  # culprit


def report(table):
    for apiary, hives in table.groupby("apiary"):
        values = hives["standard"]
        count = values.notna().sum()
        kilograms = values.to_numpy()
        print(
            f"{apiary:8s} {count:2d} of {len(hives):2d} hives, {kilograms.mean():6.2f} kg at standard water"
        )


def main():
    table = weighed(np.random.default_rng(77))
    report(add_corrected(clean(table)))


main()
