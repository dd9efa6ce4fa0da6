"""Test a trading rule on the prices of a share: hold it while the short mean is above the long one.

Symptom: the final wealth is far higher than that of the old script.
Culprit: the position is the signal of the same day; the shift by one day was lost when the script was split.
Report: none
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd


@dataclass
class Rule:
    short: int = 10
    long: int = 40
    fee: float = 0.0005

    def positions(self, price):
        fast = price.rolling(self.short).mean()
        slow = price.rolling(self.long).mean()
        return (fast > slow).astype(int)  # culprit

    def wealth(self, price):
        held = self.positions(price)
        change = price.pct_change().fillna(0)
        paid = self.fee * held.diff().abs().fillna(0)
        return (1 + held * change - paid).cumprod()


def prices(seed, days=260):
    rng = np.random.default_rng(seed)
    index = pd.bdate_range("2023-01-02", periods=days)
    return pd.Series(80 * np.exp(np.cumsum(rng.normal(0.0004, 0.013, days))), index=index)


def main():
    wealth = Rule().wealth(prices(seed=31))
    print(f"final wealth: {wealth.iloc[-1]:.4f}")
    print(f"worst fall: {(wealth / wealth.cummax() - 1).min():.2%}")


main()
