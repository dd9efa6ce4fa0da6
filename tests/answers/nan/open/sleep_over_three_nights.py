"""Smooth a sleep diary with a mean over the last three nights.

Symptom: only 6 of 14 smoothed values exist, although the function is nanmean and gaps were expected.
Culprit: rolling(3) asks for 3 values a window before it calls nanmean, and 8 windows hold fewer.
Report: pandas-dev/pandas#14517
"""

import numpy as np
import pandas as pd

DIARY = {
    "2026-03-01": 7.5,
    "2026-03-02": 6.0,
    "2026-03-03": 8.1,
    "2026-03-04": None,
    "2026-03-05": 7.2,
    "2026-03-06": 6.9,
    "2026-03-07": 7.7,
    "2026-03-08": 8.3,
    "2026-03-09": 5.5,
    "2026-03-10": None,
    "2026-03-11": 6.4,
    "2026-03-12": 7.0,
    "2026-03-13": 7.1,
    "2026-03-14": 6.6,
}


def smooth(hours):
    return hours.rolling(3).apply(np.nanmean, raw=True)  # culprit


hours = pd.Series(DIARY, dtype=float)
hours.index = pd.to_datetime(hours.index)
smoothed = smooth(hours)
debt = (8 - smoothed).cumsum()
print(pd.DataFrame({"hours": hours, "smoothed": smoothed, "debt": debt}).round(2))
print("nights with a value:", int(smoothed.notna().sum()), "of", len(hours))
