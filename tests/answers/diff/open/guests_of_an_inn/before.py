"""Compare the guests of an inn with the mean of the week before.

Culprit: see after.py
"""

import numpy as np
import pandas as pd

rng = np.random.default_rng(33)
days = pd.date_range("2024-03-01", periods=180, freq="D")
guests = pd.Series(rng.poisson(18 + 6 * np.sin(np.arange(180) / 7 * 2 * np.pi)), index=days).astype(float)

usual = guests.rolling(7).mean().shift(1)
ratio = guests / usual
busy = ratio > 1.3
by_day = ratio.groupby(ratio.index.dayofweek).mean()

print(f"mean ratio {ratio.mean():.6f}, spread {ratio.std():.6f}")
print(f"busy days {int(busy.sum())}")
print("by day", by_day.round(4).tolist())
