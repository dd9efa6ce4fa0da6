"""Report the median price of vegetables in three markets.

Symptom: the first market is as before, the second and the third differ and count too many prices.
Culprit: the default list is made once, so that each call adds to the prices of the calls before.
Report: ConsenSysDiligence/mythril#554 (a list as default argument keeps what was added to it)
"""

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


def without_extremes(table, kept=[]):  # noqa: B006  # culprit
    """Return the prices of a market between the 5th and the 95th percentile of their kind."""
    for _, rows in table.groupby("kind"):
        low, high = rows["price"].quantile([0.05, 0.95])
        kept += rows.loc[rows["price"].between(low, high), "price"].tolist()
    return np.array(kept)


def line(market, kept):
    return f"{market:<6}median {np.median(kept):.3f}  mean {kept.mean():.4f}  from {kept.size} prices"


def main():
    for number, (market, level) in enumerate(MARKETS.items()):
        print(line(market, without_extremes(prices(level, seed=number))))


if __name__ == "__main__":
    main()
