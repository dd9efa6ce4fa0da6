"""Days on which the weekly mean of fine dust exceeds the limit."""

import numpy as np
import pandas as pd

rng = np.random.default_rng(15)

days = pd.date_range("2023-01-01", periods=365, freq="D")
season = 9 * np.cos(2 * np.pi * np.arange(365) / 365)
level = 22 + season + rng.gamma(2.0, 3.0, 365) - 6
dust = pd.Series(level, index=days)

# the instrument failed on some days
dust.iloc[rng.choice(365, 60, replace=False)] = np.nan
print("measured days:", int(dust.notna().sum()))
print("highest day:", dust.idxmax().date(), round(dust.max(), 1))

monthly = dust.resample("MS").mean()
print("dirtiest month:", monthly.idxmax().month)

weekly = dust.rolling(7).mean()
alarm = weekly > 25
alarm_dates = alarm[alarm].index
print("first alarm:", alarm_dates[0].date(), " last:", alarm_dates[-1].date())
print("alarm days:", int(alarm.sum()))
