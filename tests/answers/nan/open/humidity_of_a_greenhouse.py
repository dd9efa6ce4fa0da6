"""Smooth the humidity of a greenhouse over a day and count the hours that were too damp.

Symptom: all 240 means over a day are NaN, and no hour is too damp.
Culprit: rolling wants 24 values of 24 by default, and the sensor sleeps every sixth hour: no window is ever full.
Report: pandas-dev/pandas#46458
"""

import numpy as np
import pandas as pd


def logger(days, seed=41):
    """Return humidity in per cent by the hour; the sensor sleeps every sixth hour to save its battery."""
    rng = np.random.default_rng(seed)
    hours = pd.date_range("2026-04-01", periods=24 * days, freq="h")
    daily = 68 - 14 * np.sin(2 * np.pi * (hours.hour - 9) / 24)
    humidity = pd.Series(daily + rng.normal(0, 4, hours.size).cumsum() / 6, index=hours, name="humidity")
    return humidity.mask(hours.hour % 6 == 5)


class Climate:
    def __init__(self, humidity, limit=70.0):
        self.humidity = humidity
        self.limit = limit

    def smoothed(self):
        return self.humidity.rolling(24).mean()  # culprit

    def damp_hours(self):
        return int((self.smoothed() > self.limit).sum())

    def report(self):
        daily = self.smoothed().resample("D").last()
        lines = [f"{day:%d %b}: {value:5.1f} %" for day, value in daily.items()]
        return "\n".join([*lines, f"hours above {self.limit:.0f} %: {self.damp_hours()}"])


climate = Climate(logger(days=10))
print(f"{climate.humidity.count()} measurements, {climate.humidity.isna().sum()} hours asleep")
print(climate.report())
