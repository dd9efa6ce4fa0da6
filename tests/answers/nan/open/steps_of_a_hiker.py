"""Steps by day, smoothed.

Symptom: the level is nan
Culprit: 4 of 9 days have no walk, so their mean is missing
Report: none
"""

import numpy as np
import pandas as pd


def walks(rng):
    days = pd.to_datetime(["2026-03-01", "2026-03-02", "2026-03-05", "2026-03-06", "2026-03-09"])
    return pd.Series(rng.integers(4000, 18000, 5).astype(float), index=days, name="steps")


def smooth(values, weight=0.3):
    level = values[0]
    result = []
    for value in values:
        level = weight * value + (1 - weight) * level
        result.append(level)
    return np.array(result)


def main():
    steps = walks(np.random.default_rng(6))
    daily = steps.resample("D").mean()  # culprit
    print("level now:", smooth(daily.to_numpy())[-1])


main()
