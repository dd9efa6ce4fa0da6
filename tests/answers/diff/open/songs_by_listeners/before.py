"""Rank songs by listeners, weekly, and report the climbers."""

import numpy as np
import pandas as pd

rng = np.random.default_rng(6)
weeks = pd.date_range("2025-01-06", periods=20, freq="7D")
plays = pd.DataFrame(rng.poisson(500, (20, 5)), index=weeks, columns=list("abcde"))
plays.iloc[3, 1] = plays.iloc[3, 0]
smooth = plays.rolling(4).mean().dropna()
ranks = smooth.rank(axis=1, ascending=False)
climb = ranks.iloc[0] - ranks.iloc[-1]
print(ranks.tail(3))
print("climbers:", climb.to_dict())
print("mean plays:", smooth.mean().round(4).to_dict())
