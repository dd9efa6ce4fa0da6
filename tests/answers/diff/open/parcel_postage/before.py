"""Compute the postage of parcels from their weight and zone, with some weights missing."""

import numpy as np
import pandas as pd

BASE = {"inland": 4.5, "europe": 9.0, "world": 16.0}
RATE = {"inland": 0.8, "europe": 1.7, "world": 4.2}


def parcels(count=250):
    rng = np.random.default_rng(55)
    weight = rng.gamma(2.0, 1.5, count)
    weight[rng.choice(count, 15, replace=False)] = np.nan
    return pd.DataFrame({"zone": rng.choice(list(BASE), count), "weight": weight})


def postage(row):
    if np.isnan(row["weight"]):
        return np.nan
    billed = np.ceil(row["weight"] * 2) / 2
    price = BASE[row["zone"]] + RATE[row["zone"]] * billed
    if row["weight"] > 5:
        price = price * 1.25
    return price


table = parcels()
prices = []
for _, row in table.iterrows():
    prices.append(postage(row))
price = pd.Series(prices, index=table.index)
print("without a weight:", int(price.isna().sum()))
print("first prices:", price.head(5).tolist())
print(f"sum {price.sum():.10f}, dearest {price.max():.10f}")
