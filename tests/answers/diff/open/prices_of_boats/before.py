"""Learn prices of used boats and predict those of new offers."""

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


sold = boats(120, seed=1)
offers = boats(8, seed=2).drop(columns="price")

features = ["length", "age", "engine", "berths"]
model = Ridge(alpha=1.0)
model.fit(sold[features].to_numpy(), sold["price"].to_numpy())
prices = model.predict(offers[features].to_numpy())
print("coefficients:", np.round(model.coef_, 3))
print("predicted:", np.round(prices, 2))
print(f"mean {prices.mean():.3f}")
