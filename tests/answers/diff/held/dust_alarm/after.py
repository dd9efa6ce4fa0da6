"""Days on which the weekly mean of fine dust exceeds the limit.

Symptom: The last number is another one.
Culprit: Rolling(7) became rolling("7D"), whose min_periods is one.
Report: pandas-dev/pandas#25510
"""

import numpy as np
import pandas as pd

LIMIT = 25.0


def load_year(seed=15):
    rng = np.random.default_rng(seed)
    days = pd.date_range("2023-01-01", periods=365, freq="D")
    season = 9 * np.cos(2 * np.pi * np.arange(365) / 365)
    level = 22 + season + rng.gamma(2.0, 3.0, 365) - 6
    dust = pd.Series(level, index=days, name="pm25")
    dust.iloc[rng.choice(365, 60, replace=False)] = np.nan
    return dust


def alarm_days(dust, limit=LIMIT):
    weekly = dust.rolling("7D").mean()  # culprit
    above = weekly > limit
    return above[above].index


dust = load_year()
print("measured days:", int(dust.notna().sum()))
print("highest day:", dust.idxmax().date(), round(dust.max(), 1))
print("dirtiest month:", dust.resample("MS").mean().idxmax().month)

days = alarm_days(dust)
print("first alarm:", days[0].date(), " last:", days[-1].date())
print("alarm days:", len(days))
