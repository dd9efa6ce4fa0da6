"""Report the median price of vegetables in three markets."""

import numpy as np
import pandas as pd

MARKETS = {"north": 2.1, "east": 2.6, "port": 1.8}


def prices(level, seed):
    rng = np.random.default_rng(seed)
    return pd.DataFrame(
        {
            "kind": rng.choice(["beans", "carrots", "leeks"], 50),
            "price": np.round(level * rng.lognormal(0, 0.2, 50), 2),
        }
    )


for number, (market, level) in enumerate(MARKETS.items()):
    table = prices(level, seed=number)
    kept = []
    for _, rows in table.groupby("kind"):
        low, high = rows["price"].quantile([0.05, 0.95])
        kept += rows.loc[rows["price"].between(low, high), "price"].tolist()
    kept = np.array(kept)
    print(f"{market:<6}median {np.median(kept):.3f}  mean {kept.mean():.4f}  from {kept.size} prices")
