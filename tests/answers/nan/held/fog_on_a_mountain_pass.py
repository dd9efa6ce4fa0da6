"""Forecast fog on a mountain pass from the humidity of two valleys, with a year of hourly data.

Symptom: The mean difference, the shift of the log odds and the chance of fog tonight are nan.
Culprit: The stations' clocks differ by ten minutes, so the difference has no common hour and its mean is nan.
Report: pydata/xarray#2217 (labels that differ slightly are not aligned)
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd
import xarray as xr


@dataclass
class Station:
    name: str
    height: float
    clock: str  # when the first reading of the year was taken
    gaps: int

    def humidity(self, rng):
        time = pd.date_range(f"2022-01-01T{self.clock}", periods=24 * 120, freq="h")
        hours = np.arange(time.size)
        values = 72 + 12 * np.cos(2 * np.pi * hours / 24) + 6 * np.sin(hours / 190) - self.height / 200
        values += rng.normal(0, 4, time.size)
        values = np.clip(values, 5, 100)
        for start in rng.integers(0, time.size - 12, self.gaps):
            values[start : start + 5] = np.nan
        return xr.DataArray(values, coords={"time": time}, dims="time", name=self.name)


STATIONS = (
    Station("south", 480.0, "00:00", gaps=3),
    Station("north", 650.0, "00:10", gaps=5),
)


def fog(rng, time):
    """Whether a camera at the pass saw fog in each hour."""
    hours = np.arange(time.size)
    chance = 1 / (1 + np.exp(3.2 - 1.6 * np.cos(2 * np.pi * hours / 24)))
    return xr.DataArray((rng.random(time.size) < chance).astype(float), coords={"time": time}, dims="time")


def spread(south, north):
    """How much more humid the south is than the north, and the mean of that."""
    difference = south - north  # culprit
    return difference, float(difference.mean())


def day_means(series):
    return series.groupby("time.hour").mean(skipna=True)


def main():
    rng = np.random.default_rng(2106)
    south, north = (station.humidity(rng) for station in STATIONS)
    seen = fog(rng, south["time"])
    for series in (south, north):
        print(f"{series.name}: {int(series.isnull().sum())} hours lost, mean {float(series.mean()):.3f} %")
        series_filled = series.interpolate_na("time", limit=12)
        print(f"  after filling: {int(series_filled.isnull().sum())} lost")
    south, north = (s.interpolate_na("time", limit=12) for s in (south, north))

    difference, mean = spread(south, north)
    print(f"mean difference {mean:.4f} over {difference.size} hours")
    hourly = day_means(south)
    print(f"most humid hour of the south: {int(hourly.argmax('hour'))}")

    # the log odds of fog rise with humidity and with the difference of the valleys
    base = float(np.log(seen.mean() / (1 - seen.mean())))
    weight = 0.08 * (float(south.mean()) - 70.0) + 0.05 * mean
    chance = 1 / (1 + np.exp(-(base + weight)))
    print(f"fog in {100 * float(seen.mean()):.2f} % of the hours")
    print(f"log odds {base:.4f}, shift {weight:.4f}")
    print(f"chance of fog tonight {chance:.4f}")


if __name__ == "__main__":
    main()
