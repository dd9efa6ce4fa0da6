"""Test a trading rule on the prices of a share: hold it while the short mean is above the long one."""

import numpy as np
import pandas as pd

rng = np.random.default_rng(31)
days = pd.bdate_range("2023-01-02", periods=260)
price = pd.Series(80 * np.exp(np.cumsum(rng.normal(0.0004, 0.013, len(days)))), index=days)

short = price.rolling(10).mean()
long = price.rolling(40).mean()
signal = (short > long).astype(int)
held = signal.shift(1).fillna(0)
returns = price.pct_change().fillna(0)
gain = held * returns
cost = 0.0005 * held.diff().abs().fillna(0)
wealth = (1 + gain - cost).cumprod()
print(f"final wealth: {wealth.iloc[-1]:.4f}")
print(f"worst fall: {(wealth / wealth.cummax() - 1).min():.2%}")
