"""Share of voters by group of age."""

import numpy as np
import pandas as pd

rng = np.random.default_rng(35)
people = pd.DataFrame({"age": rng.integers(18, 95, 500), "voted": rng.random(500) < 0.7})
EDGES = [18, 30, 45, 60, 75, 100]


def shares(people):
    groups = pd.cut(people["age"], EDGES, right=False)
    return people.groupby(groups, observed=True)["voted"].mean()


table = shares(people)
print(table.round(6))
print("spread:", (table.max() - table.min()).round(6))
