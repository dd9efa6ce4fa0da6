"""Explain the monthly change of the price of butter by that of milk a month and two before, and take the season out.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the first rows, which have no month before, and the ends of the trend; both are dropped.
Report: statsmodels/statsmodels#3872 (a decomposition is nan at its ends, where a moving average has none)
"""

import numpy as np
import pandas as pd
import statsmodels.api as sm
from statsmodels.tsa.seasonal import seasonal_decompose


def prices(months, rng):
    index = pd.period_range("2012-01", periods=months, freq="M").to_timestamp()
    milk = 30 * np.exp(np.cumsum(rng.normal(0.001, 0.02, months)))
    butter = 3.2 * (np.concatenate([[30.0], milk[:-1]]) / 30) ** 0.8
    butter *= 1 + 0.04 * np.cos(2 * np.pi * np.arange(months) / 12) + rng.normal(0, 0.01, months)
    return pd.DataFrame({"milk": milk, "butter": butter}, index=index)


def without_season(series):
    parts = seasonal_decompose(series, model="multiplicative", period=12)
    return series / parts.seasonal, parts.resid.dropna()


def lagged(change, lags):
    columns = {f"milk_{lag}": change["milk"].shift(lag) for lag in lags}
    return pd.DataFrame(columns).assign(butter=change["butter"])


def main():
    table = prices(120, np.random.default_rng(7))
    flat, rest = without_season(table["butter"])
    table["butter"] = flat
    change = np.log(table).diff()
    design = lagged(change, (1, 2))
    result = sm.OLS(design["butter"], sm.add_constant(design[["milk_1", "milk_2"]]), missing="drop").fit()
    used = int(result.nobs)
    print(f"{used} of {len(table)} months used, {len(table) - len(rest)} months without a trend")
    for name in ("milk_1", "milk_2"):
        print(f"{name} {result.params[name]:8.4f} +- {result.bse[name]:.4f}")
    print(f"r2 {result.rsquared:.4f}, spread of the rest {rest.std():.5f}")


if __name__ == "__main__":
    main()
