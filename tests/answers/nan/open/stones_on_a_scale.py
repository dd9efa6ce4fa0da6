"""Price gemstones by their weight in tenths of a carat.

Symptom: the value of the collection is nan
Culprit: 3 * 0.1 is not 0.3, and the price list holds 0.3: the merge finds no partner for some of the weights
Report: pandas-dev/pandas#53303
"""

import numpy as np
import pandas as pd

STEP = 0.1


def price_list():
    return pd.DataFrame(
        {
            "carat": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0],
            "price": [40, 95, 160, 250, 380, 520, 700, 930, 1200, 1600],
        }
    )


def weighed(count):
    rng = np.random.default_rng(12)
    marks = rng.integers(1, 11, count)  # the notch at which the scale is level
    return pd.DataFrame(
        {"stone": np.arange(count), "carat": marks * STEP, "clarity": rng.uniform(0.6, 1.1, count)}
    )


def valued(stones, prices):
    table = stones.merge(prices, on="carat", how="left")  # culprit
    table["value"] = table["price"] * table["clarity"]
    return table


def main():
    table = valued(weighed(30), price_list())
    by_weight = table.groupby("carat")["value"].agg(["size", "mean"])
    print(by_weight.round(1).to_string())
    print("value of the collection:", np.sum(table["value"].to_numpy()))


main()
