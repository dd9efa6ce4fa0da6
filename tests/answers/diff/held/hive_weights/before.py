"""Honey flow of an apiary from hive scales.

Averages the weight of each hive by day, takes the gain from day to day and prints
the best day of each hive and the total gain.

Culprit: none: equal
"""

import numpy as np
import pandas as pd


def scale_log(days=12, seed=97):
    rng = np.random.default_rng(seed)
    rows = []
    for hive, start in (("ash", 41.0), ("birch", 38.5), ("cedar", 44.2)):
        weight = start
        for hour in range(24 * days):
            flow = 0.09 if 9 <= hour % 24 <= 18 else -0.03
            weight += flow + rng.normal(0, 0.02)
            if rng.random() > 0.1:
                rows.append((hour // 24, hive, round(weight, 3)))
    return pd.DataFrame(rows, columns=["day", "hive", "kg"])


log = scale_log()
daily = log.groupby(["day", "hive"])["kg"].mean().unstack("hive")
gain = daily.diff().iloc[1:]
for hive in gain.columns:
    print(f"{hive:6s} best day {gain[hive].idxmax():2d}: {gain[hive].max():+.4f} kg")
print(f"total gain {gain.sum().sum():.4f} kg")
