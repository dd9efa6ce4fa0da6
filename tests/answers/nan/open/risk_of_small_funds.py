"""Rank funds by their Sharpe ratio.

Symptom: the Sharpe ratio of fund "Delta" is nan, although missing prices and returns are filled.
Culprit: Delta starts from an equity of 0, so its first pct_change is inf and fillna(0) keeps it.
Report: HKUDS/Vibe-Trading#1041
"""

import numpy as np
import pandas as pd


class Fund:
    def __init__(self, name, equity):
        self.name = name
        self.equity = pd.Series(equity).ffill()

    def returns(self):
        return self.equity.pct_change().fillna(0.0)  # culprit

    def sharpe(self, days=252):
        daily = self.returns()
        return np.sqrt(days) * daily.mean() / daily.std()


def make_funds(days=250):
    rng = np.random.default_rng(42)
    for name, drift in [("Alpha", 0.0008), ("Beta", 0.0002), ("Gamma", -0.0003), ("Delta", 0.0006)]:
        equity = 1000 * np.exp(np.cumsum(rng.normal(drift, 0.01, days)))
        equity[rng.integers(1, days, 5)] = np.nan  # bank holidays
        if name == "Delta":
            equity[0] = 0.0  # opened on the evening of the first day
        yield Fund(name, equity)


ratios = pd.Series({fund.name: fund.sharpe() for fund in make_funds()})
print(ratios.sort_values(ascending=False))
print("best fund:", ratios.idxmax(), "- worst ratio over all:", ratios.to_numpy().min())
