"""Forecast prices of wool from the last weeks."""

import numpy as np
import pandas as pd
from sklearn.linear_model import LinearRegression

rng = np.random.default_rng(21)
prices = pd.Series(100 + np.cumsum(rng.normal(0, 1, 150)))
table = pd.DataFrame({"price": prices})
for lag in range(1, 4):
    table[f"lag_{lag}"] = table["price"].shift(lag)
table = table.dropna()
features = [name for name in table if name.startswith("lag")]
train, test = table.iloc[:-20], table.iloc[-20:]
model = LinearRegression().fit(train[features], train["price"])
error = (model.predict(test[features]) - test["price"]).abs().mean()
print("weights:", model.coef_.round(6))
print("error:", error)
