"""Add up sales by week, and compare the weeks.

Symptom: there are 11 weeks, the first of one day
Culprit: weeks end with Monday in place of Sunday
Report: pandas-dev/pandas#15002 (labels of weeks)
"""

import numpy as np
import pandas as pd

rng = np.random.default_rng(31)
days = pd.date_range("2024-01-01", periods=70, freq="D")
sales = pd.Series(rng.poisson(80, 70).astype(float), index=days)

RULE = "W-MON"  # culprit
weeks = sales.resample(RULE).sum()  # culprit, too
change = weeks.pct_change().iloc[1:]
print("weeks:", weeks.tolist())
print("largest change:", change.abs().max().round(8))
print(f"mean: {weeks.mean()}")
