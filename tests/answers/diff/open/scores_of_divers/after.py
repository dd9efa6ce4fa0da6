"""Ranks the divers of a competition by the marks of seven judges.

Symptom: all scores change, and with them the order of the divers
Culprit: the sort runs down the dives (axis 0), and sorts the marks of each judge, not the seven of one dive
Report: none
"""

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


class Scoring:
    """The scores of all dives at once: the middle marks of each, times its difficulty."""

    def __init__(self, table, dropped=1):
        self.given = table[JUDGES].to_numpy()
        self.difficulty = table["difficulty"].to_numpy()
        self.codes, self.names = pd.factorize(table["diver"])
        self.dropped = dropped

    def middle_marks(self):
        ordered = np.sort(self.given, axis=0)  # culprit
        return ordered[:, self.dropped : -self.dropped]

    def scores(self):
        return self.middle_marks().sum(axis=1) * self.difficulty * 0.6

    def totals(self):
        sums = np.bincount(self.codes, weights=self.scores())
        return pd.Series(sums, index=self.names)

    def spread_of_judges(self):
        return self.given.std(axis=0, ddof=1)


table = marks(2020)
scoring = Scoring(table)
result = scoring.totals()
ranked = result.sort_values(ascending=False, kind="stable")
print("dives", len(table))
print("widest judge", round(float(scoring.spread_of_judges().max()), 4))
for name, total in ranked.head(4).items():
    print(name, round(float(total), 3))
print("mean of all", round(float(result.mean()), 4))
