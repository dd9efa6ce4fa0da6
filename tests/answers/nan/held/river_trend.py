"""Trend of a river's temperature from irregular readings, month by month.

Symptom: The program prints NaN or inf.
Culprit: Empty months of resample().mean() go into a NumPy slope.
Report: pandas-dev/pandas#50256
"""

import numpy as np
import pandas as pd

rng = np.random.default_rng(33)

dates = pd.to_datetime("2015-01-01") + pd.to_timedelta(
    np.sort(rng.choice(np.arange(3650), size=700, replace=False)), unit="D"
)
dates = dates[(dates < "2020-03-15") | (dates > "2020-06-10")]  # nobody went out that spring
years = (dates - dates[0]).days / 365.25
temp = 11 + 0.06 * years - 5 * np.cos(2 * np.pi * years) + rng.normal(0, 0.8, len(dates))
readings = pd.Series(np.asarray(temp), index=dates)

monthly = readings.resample("MS").mean()  # culprit
print("months:", len(monthly), " warmest:", round(float(monthly.max()), 2))

values = monthly.to_numpy()
t = np.arange(values.size) / 12.0


def slope(t, y):
    dt = t - t.mean()
    dy = y - y.mean()
    return (dt * dy).sum() / (dt * dt).sum()


print("trend (degrees per year):", slope(t, values))
