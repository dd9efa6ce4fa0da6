"""Count the pollen of April by plant and by the time of day.

Symptom: a table of days by plants took the place of the loops; all numbers are the same
Culprit: none: equal
Report: none
"""

from itertools import product

import numpy as np
import pandas as pd

MEANS = {"birch": 30, "oak": 12, "grass": 5}
PARTS = {"night": (0, 6), "day": (6, 18), "evening": (18, 24)}


def slides(days, seed):
    rng = np.random.default_rng(seed)
    keys = list(product(range(days), range(0, 24, 2), MEANS))
    grains = [rng.poisson(MEANS[plant] * (1 + np.sin(hour / 24 * np.pi))) for _, hour, plant in keys]
    return pd.DataFrame(keys, columns=["day", "hour", "plant"]).assign(grains=grains)


def by_day(table):
    return table.pivot_table(index="day", columns="plant", values="grains", aggfunc="sum")[list(MEANS)]


def mean_between(table, start, end):
    return table.query("@start <= hour < @end")["grains"].mean()


def main():
    table = slides(30, seed=6)
    daily = by_day(table)
    summary = daily.agg(["mean", "std", "max"])
    for plant in MEANS:
        mean, std, most = summary[plant]
        print(f"{plant:6s} {mean:.4f} {std:.4f} {most:.0f}")
    for name, hours in PARTS.items():
        print(f"{name:8s} {mean_between(table, *hours):.5f}")
    together = daily.sum(axis=1)
    print(f"worst day {together.idxmax()}: {together.max()}")
    print(f"birch against oak {daily['birch'].corr(daily['oak']):.6f}")


main()
