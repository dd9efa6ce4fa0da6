"""Find the days on which a reservoir falls faster than it should.

Culprit: see after.py
"""

import numpy as np
import pandas as pd


def levels(days, seed):
    rng = np.random.default_rng(seed)
    index = pd.date_range("2024-01-01", periods=days, freq="D")
    inflow = np.clip(rng.normal(0.2, 0.3, days), 0, None)
    release = 0.2 + 0.15 * (np.sin(np.arange(days) / 20) > 0.6)
    level = 40 + np.cumsum(inflow - release)
    return pd.Series(level + rng.normal(0, 0.05, days), index=index)


level = levels(200, seed=77)
smooth = level.rolling(7, center=True, min_periods=4).mean()
fall = smooth.diff()
alarm = fall < -0.1
runs = (alarm != alarm.shift()).cumsum()
longest = alarm.groupby(runs).sum().max()
print(f"alarms {alarm.sum()}, longest run {longest} days")
print(f"fastest fall {fall.min():.5f} on {fall.idxmin():%d %B}")
print(f"highest {smooth.max():.4f}, lowest {smooth.min():.4f}")
print(f"last level {level.iloc[-1]:.4f}")
