"""Estimate the beta of a share that is not traded every day (pandas and scikit-learn)."""

import numpy as np
import pandas as pd
from sklearn.linear_model import LinearRegression


def prices(days=260):
    rng = np.random.default_rng(33)
    index = pd.bdate_range("2022-01-03", periods=days)
    market = rng.normal(0.0004, 0.011, days)
    share = 1.25 * market + rng.normal(0, 0.004, days)
    table = pd.DataFrame({"market": market, "share": share}, index=index)
    table = 100 * (1 + table).cumprod()
    table.loc[table.index[rng.choice(days, 45, replace=False)], "share"] = np.nan
    return table


def returns(table):
    return table.pct_change().dropna()


def beta(table):
    model = LinearRegression().fit(table[["market"]], table["share"])
    return model.coef_[0], model.score(table[["market"]], table["share"])


daily = returns(prices())
slope, fit = beta(daily)
print("days:", len(daily))
print(f"beta {slope:.5f}, r2 {fit:.5f}")
print(f"volatility {daily['share'].std() * np.sqrt(252):.5f}")
