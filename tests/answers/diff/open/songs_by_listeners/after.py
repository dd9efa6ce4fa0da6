"""Rank songs by listeners, weekly, and report the climbers.

Symptom: labels of weeks move, the last ranks stay
Culprit: the window is centred
Report: none
"""

import numpy as np
import pandas as pd

rng = np.random.default_rng(6)
weeks = pd.date_range("2025-01-06", periods=20, freq="7D")
plays = pd.DataFrame(rng.poisson(500, (20, 5)), index=weeks, columns=list("abcde"))
plays.iloc[3, 1] = plays.iloc[3, 0]
window = 4
smooth = plays.rolling(window, center=True).mean().dropna()  # culprit
ranks = smooth.rank(axis=1, ascending=False)
climb = ranks.iloc[0] - ranks.iloc[-1]
print(ranks.tail(3))
print("climb:", climb.to_dict())
print("mean plays:", smooth.mean().round(4).to_dict())
