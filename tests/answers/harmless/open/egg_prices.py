"""Egg prices and feed costs: differences, lags and a regression.

Symptom: none
Culprit: none
Tempts: missing months, diff and lag NaN, missing="drop" (statsmodels)
Report: own
"""

import io
from dataclasses import dataclass

import numpy as np
import pandas as pd
import statsmodels.api as sm

FEED = [
    212,
    214,
    219,
    None,
    231,
    236,
    240,
    239,
    233,
    None,
    226,
    224,
    221,
    223,
    229,
    238,
    246,
    251,
    249,
    244,
    240,
    237,
    233,
    231,
]


@dataclass(frozen=True)
class Plan:
    lags: tuple = (0, 1)
    level: float = 0.1


def market(seed=90):
    rng = np.random.default_rng(seed)
    month = pd.period_range("2022-01", periods=24, freq="M")
    feed = pd.Series(FEED, index=month, dtype=float)
    eggs = 1.1 + 0.006 * feed.interpolate() + rng.normal(0, 0.02, 24)
    eggs.iloc[14] = np.nan
    text = pd.DataFrame({"feed": feed, "eggs": eggs.round(3)}).to_csv(index_label="month")
    return pd.read_csv(io.StringIO(text), index_col="month")


def table(frame, plan):
    log = np.log(frame)
    out = pd.DataFrame({"d_eggs": log["eggs"].diff()})
    for k in plan.lags:
        out[f"d_feed_{k}"] = log["feed"].diff().shift(k)
    return out


class PassThrough:
    def __init__(self, plan):
        self.plan = plan

    def fit(self, data):
        exog = sm.add_constant(data.drop(columns="d_eggs"))
        self.result = sm.OLS(data["d_eggs"], exog, missing="drop").fit()
        return self

    def total(self):
        names = [f"d_feed_{k}" for k in self.plan.lags]
        return self.result.params[names].sum()

    def residuals(self, index):
        return self.result.resid.reindex(index)


def main():
    plan = Plan()
    data = table(market(), plan)
    model = PassThrough(plan).fit(data)
    print("months used", int(model.result.nobs), "of", len(data))
    print(f"pass-through {model.total():.4f}")
    resid = model.residuals(data.index)
    print("months without residual", int(resid.isna().sum()))
    print(f"largest surprise {resid.abs().idxmax()} {resid.abs().max():.4f}")
    print(f"rolling spread {resid.rolling(4, min_periods=2).std().dropna().iloc[-1]:.4f}")


if __name__ == "__main__":
    main()
