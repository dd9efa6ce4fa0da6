"""Learn prices of used boats and predict those of new offers.

Symptom: the predicted prices differ although the boats are the same.
Culprit: `columns.difference` sorts the columns for training, the offers keep their own order: age is taken for length.
Report: CamDavidsonPilon/lifelines#343 (columns are sorted in one part of the data only)
"""

import numpy as np
import pandas as pd
from sklearn.linear_model import Ridge


def boats(number, seed):
    rng = np.random.default_rng(seed)
    table = pd.DataFrame(
        {
            "length": rng.uniform(5, 14, number),
            "age": rng.integers(1, 30, number).astype(float),
            "engine": rng.uniform(10, 120, number),
            "berths": rng.integers(0, 7, number).astype(float),
        }
    )
    table["price"] = (
        9 * table["length"] - 0.8 * table["age"] + 0.2 * table["engine"] + rng.normal(0, 4, number)
    )
    return table


class PriceModel:
    """Prices from every column of a table but one."""

    def __init__(self, target, alpha=1.0):
        self.target = target
        self.ridge = Ridge(alpha=alpha)

    def fit(self, table):
        features = table.columns.difference([self.target])  # culprit
        self.ridge.fit(table[features].to_numpy(), table[self.target].to_numpy())
        return self

    def predict(self, table):
        return self.ridge.predict(table.to_numpy())


def main():
    sold = boats(120, seed=1)
    offers = boats(8, seed=2).drop(columns="price")
    model = PriceModel("price").fit(sold)
    prices = model.predict(offers)
    print("coefficients:", np.round(model.ridge.coef_, 3))
    print("predicted:", np.round(prices, 2))
    print(f"mean {prices.mean():.3f}")


if __name__ == "__main__":
    main()
