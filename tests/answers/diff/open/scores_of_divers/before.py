"""Ranks the divers of a competition by the marks of seven judges."""

import numpy as np
import pandas as pd

JUDGES = [f"judge_{number}" for number in range(1, 8)]


def marks(seed):
    rng = np.random.default_rng(seed)
    rows = []
    for diver in range(14):
        skill = rng.normal(6.5, 0.9)
        for dive in range(6):
            given = np.clip(np.round(2 * rng.normal(skill, 0.7, 7)) / 2, 0, 10)
            row = {"diver": f"diver {diver:02d}", "dive": dive}
            row["difficulty"] = round(float(rng.uniform(1.6, 3.8)), 1)
            row.update(zip(JUDGES, given, strict=True))
            rows.append(row)
    return pd.DataFrame(rows)


def score_of(row):
    """The five middle marks of a dive, times its difficulty."""
    given = sorted(row[judge] for judge in JUDGES)
    kept = given[1:-1]
    return sum(kept) * row["difficulty"] * 0.6


def totals(table):
    table = table.copy()
    table["score"] = table.apply(score_of, axis=1)
    return table.groupby("diver")["score"].sum()


def spread_of_judges(table):
    result = {}
    for judge in JUDGES:
        result[judge] = table[judge].std()
    return pd.Series(result)


table = marks(2020)
result = totals(table)
ranked = result.sort_values(ascending=False, kind="stable")
print("dives", len(table))
print("widest judge", round(float(spread_of_judges(table).max()), 4))
for name, total in ranked.head(4).items():
    print(name, round(float(total), 3))
print("mean of all", round(float(result.mean()), 4))
