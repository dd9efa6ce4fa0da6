"""Compare the yield and the risk of three funds from their daily prices.

Symptom: none
Culprit: none
Tempts: `nan` could accuse `pct_change`, whose first day has none before it, and the masked half of a correlation table.
Report: none
"""

import numpy as np
import pandas as pd

DAYS_A_YEAR = 252


def prices():
    rng = np.random.default_rng(404)
    days = pd.bdate_range("2023-01-02", periods=500)
    market = rng.normal(0.0003, 0.008, size=(500, 1))
    own = rng.normal(0.0, [0.002, 0.006, 0.011], size=(500, 3))
    steps = market * [0.5, 1.0, 1.3] + own
    return pd.DataFrame(100.0 * np.exp(steps.cumsum(axis=0)), index=days, columns=["bonds", "world", "tech"])


def figures(returns):
    """Return the yearly yield and risk and the worst fall of each fund."""
    value = (1.0 + returns).cumprod()
    return pd.DataFrame(
        {
            "yield": value.iloc[-1] ** (DAYS_A_YEAR / len(returns)) - 1.0,
            "risk": returns.std() * np.sqrt(DAYS_A_YEAR),
            "worst fall": (value / value.cummax()).min() - 1.0,
        }
    )


def closest_pair(returns):
    """Return the two different funds that move most alike."""
    table = returns.corr()
    upper = table.where(np.triu(np.ones(table.shape, dtype=bool), k=1))
    return upper.stack().dropna().idxmax()


if __name__ == "__main__":
    returns = prices().pct_change().dropna()
    print(figures(returns).to_string(float_format="{:.2%}".format))
    print("most alike:", " and ".join(closest_pair(returns)))
