"""Join readings of two sensors by time, and report their mean difference.

Symptom: the difference is nan for most of the afternoon.
Culprit: merge_asof with a tolerance of 9 minutes backwards finds no partner for each second reading.
Report: none
"""

import numpy as np
import pandas as pd

rng = np.random.default_rng(57)
first = pd.DataFrame(
    {"time": pd.date_range("2025-07-01 10:00", periods=24, freq="10min"), "warm": 20 + rng.normal(0, 1, 24)}
)
second = pd.DataFrame(
    {"time": pd.date_range("2025-07-01 10:02", periods=12, freq="20min"), "cool": 18 + rng.normal(0, 1, 12)}
)
both = pd.merge_asof(first, second, on="time", tolerance=pd.Timedelta("9min"))  # culprit
difference = both["warm"] - both["cool"]
print(difference.round(3).tolist())
print("largest:", np.max(difference.to_numpy()))
