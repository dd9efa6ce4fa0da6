"""Sum the steps of a walker over a month from a watch that was off on some days.

Symptom: the sum from the 8th day on is nan and so is the mean of the last week.
Culprit: `asfreq` makes NaN of the 3 days on which the watch was off.
Report: none
"""

import numpy as np
import pandas as pd

days = pd.date_range("2024-05-01", periods=24).delete([7, 8, 15])
steps = pd.Series(np.random.default_rng(14).integers(3000, 14000, len(days)), index=days)


def daily(series):
    return series.asfreq("D")  # culprit


def running(series):
    return np.cumsum(series.to_numpy())


def weekly(values):
    whole = len(values) // 7 * 7
    return values[:whole].reshape(-1, 7).mean(axis=1)


every_day = daily(steps)
print("steps up to now:", running(every_day)[-1])
print("by week:", weekly(every_day.to_numpy()).round(1).tolist())
