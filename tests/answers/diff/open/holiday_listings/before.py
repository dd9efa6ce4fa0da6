"""Count the places of interest near holiday listings and find how the price depends on them."""

import numpy as np
import pandas as pd


def listings(count=300):
    rng = np.random.default_rng(2)
    return pd.DataFrame({"listing": np.arange(count), "price": rng.gamma(4, 30, count).round(0)})


def places(count=700):
    rng = np.random.default_rng(3)
    near = np.floor(300 * rng.beta(1.0, 3.0, count)).astype(int)
    return pd.DataFrame({"listing": near, "kind": rng.choice(["cafe", "museum"], count)})


def with_counts(table, poi):
    counts = poi.groupby("listing").size().rename("poi").reset_index()
    joined = table.merge(counts, on="listing", how="left")
    joined["poi"] = joined["poi"].fillna(0)
    return joined


table = with_counts(listings(), places())
print("listings:", len(table))
print(f"mean places nearby {table['poi'].mean():.3f}")
print(f"mean price {table['price'].mean():.2f}")
print(f"correlation {table['price'].corr(table['poi']):.5f}")
