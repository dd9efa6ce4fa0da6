"""Monthly mean ozone at an alpine station with gaps in the record.

The archive codes a missing hour as -999. The script drops those codes, requires
three quarters of the hours of a day, and prints the mean of each month.

Culprit: none
Tempts: -999 codes turned into NaN, days that stay NaN for want of hours, and
skipping means; every printed month has enough days and is finite.
"""

import numpy as np
import pandas as pd

MISSING = -999


def archive(seed=2):
    rng = np.random.default_rng(seed)
    hours = pd.date_range("2025-05-01", "2025-07-31 23:00", freq="h")
    season = 46 + 6 * np.sin(2 * np.pi * (hours.dayofyear.to_numpy() - 60) / 365)
    daily = 5 * np.cos(2 * np.pi * (hours.hour.to_numpy() - 15) / 24)
    ppb = np.rint(season + daily + rng.normal(0, 3, hours.size)).astype(int)
    ppb[rng.random(hours.size) < 0.06] = MISSING
    ppb[400:470] = MISSING  # calibration in May
    return pd.Series(ppb, index=hours, name="ozone_ppb")


def daily_means(series, share=0.75):
    clean = series.astype(float).mask(series == MISSING)
    days = clean.resample("D")
    return days.mean().where(days.count() >= share * 24)


record = archive()
days = daily_means(record)
monthly = days.groupby(days.index.month)
table = pd.DataFrame({"mean": monthly.mean(), "days": monthly.count()})
print(table.round(2).to_string())
print("days dropped:", int(days.isna().sum()))
assert np.isfinite(table["mean"]).all()
