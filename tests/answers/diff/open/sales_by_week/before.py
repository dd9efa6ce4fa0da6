"""Add up sales by week, and compare the weeks."""

import numpy as np
import pandas as pd

rng = np.random.default_rng(31)
days = pd.date_range("2024-01-01", periods=70, freq="D")
sales = pd.Series(rng.poisson(80, 70).astype(float), index=days)

weeks = sales.resample("W-SUN").sum()
change = weeks.pct_change().dropna()
print("weeks:", weeks.tolist())
print("largest change:", change.abs().max().round(8))
print("mean:", weeks.mean())
