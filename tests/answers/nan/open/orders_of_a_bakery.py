"""Plan the flour of a bakery from its orders and the recipes.

Symptom: the flour of all orders together is nan.
Culprit: the amounts of the recipes have the index of the sorted table and are added to one by number.
Report: pandas-dev/pandas#49617
"""

import numpy as np
import pandas as pd

RECIPES = pd.DataFrame({"bread": ["rye", "wheat", "spelt"], "flour": [0.62, 0.55, 0.58]})


def orders(count, seed):
    rng = np.random.default_rng(seed)
    return pd.DataFrame(
        {"bread": rng.choice(["rye", "wheat", "spelt"], count), "loaves": rng.integers(1, 40, count)}
    )


def plan(table):
    joined = table.merge(RECIPES, on="bread").set_index("bread").sort_index().reset_index(drop=True)
    large = table[table["loaves"] > 12].copy()
    large["flour"] = large["loaves"] * joined["flour"].iloc[:9]  # culprit
    return large


def main():
    large = plan(orders(30, seed=5))
    print(large.head().to_string())
    print("flour", large["flour"].to_numpy().sum())


main()
