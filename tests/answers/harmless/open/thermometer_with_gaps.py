"""Bring the irregular readings of a garden thermometer to hours and report the day.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the hours without a reading, which `resample` leaves empty and `interpolate` fills.
Report: pandas-dev/pandas#45970
"""

import numpy as np
import pandas as pd


def readings():
    """Return temperature and rain at irregular times; the battery was empty twice."""
    rng = np.random.default_rng(8)
    minutes = np.sort(rng.choice(3 * 24 * 60, size=260, replace=False))
    minutes = minutes[(minutes < 1_500) | (minutes > 1_760)]
    minutes = minutes[(minutes < 3_000) | (minutes > 3_130)]
    times = pd.Timestamp("2025-05-01") + pd.to_timedelta(minutes, unit="min")
    daily = 14.0 - 6.0 * np.cos((minutes / 60.0 - 4.0) / 24.0 * 2.0 * np.pi)
    rain = rng.binomial(1, 0.08, size=len(minutes)) * rng.gamma(2.0, 0.3, size=len(minutes))
    return pd.DataFrame({"celsius": daily + rng.normal(0.0, 0.4, len(minutes)), "rain": rain}, index=times)


def hourly(table):
    """Return every hour: the mean temperature, filled over gaps, and the rain that was measured."""
    hours = table.resample("h")
    celsius = hours["celsius"].mean()
    empty = int(celsius.isna().sum())
    rain = hours["rain"].sum(min_count=1)
    return celsius.interpolate("time", limit_direction="both"), rain.dropna(), empty


celsius, rain, empty = hourly(readings())
print(f"{len(celsius)} hours, {empty} of them without a reading")
days = celsius.groupby(celsius.index.date).agg(["min", "max", "mean"])
for day in days.itertuples():
    print(f"{day.Index}: {day.min:.2f} to {day.max:.2f} degrees, mean {day.mean:.3f}")
print(f"rain {rain.sum():.2f} mm in {int((rain > 0).sum())} of {len(rain)} measured hours")
warmest = celsius.groupby(celsius.index.hour).mean().idxmax()
print(f"warmest hour of the day: {warmest}")
