"""Share of voters by group of age.

Symptom: shares of all groups differ in the third digit
Culprit: groups are open to the left now: people of 18 are in none
Report: none
"""

import numpy as np
import pandas as pd

rng = np.random.default_rng(35)
people = pd.DataFrame({"age": rng.integers(18, 95, 500), "voted": rng.random(500) < 0.7})
EDGES = [18, 30, 45, 60, 75, 100]


def shares(people):
    groups = pd.cut(people["age"], bins=EDGES)  # culprit
    by_group = people.groupby(groups, observed=True)
    return by_group["voted"].mean()


table = shares(people)
print(table.round(6))
print("spread:", np.ptp(table.to_numpy()).round(6))
