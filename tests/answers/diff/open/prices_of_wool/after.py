"""Forecast prices of wool from the last weeks.

Symptom: the error is nearly 0
Culprit: lags begin with 0: the price is its own feature
Report: none
"""

import numpy as np
import pandas as pd
from sklearn.linear_model import LinearRegression

rng = np.random.default_rng(21)
prices = pd.Series(100 + np.cumsum(rng.normal(0, 1, 150)))
table = pd.DataFrame({"price": prices})
LAGS = 3
for lag in range(LAGS):  # culprit
    table[f"lag_{lag}"] = table["price"].shift(lag)
table = table.dropna()
features = [name for name in table if name != "price"]
held = 20
train, test = table.iloc[:-held], table.iloc[-held:]
model = LinearRegression().fit(train[features], train["price"])
error = (model.predict(test[features]) - test["price"]).abs().mean()
print("weights:", model.coef_.round(6))
print("error:", error)
