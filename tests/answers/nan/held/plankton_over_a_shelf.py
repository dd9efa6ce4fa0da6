"""Sums the plankton over a shelf sea, week by week, from daily pictures of a satellite.

Symptom: the total of the season and the peak of the smoothed course are nan
Culprit: the centred window of 7 days gives nan for the first and last 3 days, as min_periods is 7 by default
Report: none
"""

import numpy as np
import pandas as pd
import xarray as xr


def pictures(seed, days=90, rows=8, columns=10):
    """Chlorophyll in mg per cubic metre; clouds hide a third of the sea, and land is never seen."""
    rng = np.random.default_rng(seed)
    day = np.arange(days)
    bloom = 0.4 + 3.0 * np.exp(-(((day - 45) / 14.0) ** 2))
    shore = np.linspace(1.6, 0.5, rows)
    values = bloom[:, None, None] * shore[None, :, None] * rng.lognormal(0.0, 0.2, (days, rows, columns))
    values[rng.random(values.shape) < 0.33] = np.nan
    values[:, :2, :3] = np.nan
    return xr.DataArray(
        values,
        dims=("time", "lat", "lon"),
        coords={
            "time": pd.date_range("2022-03-01", periods=days),
            "lat": np.linspace(53.0, 55.0, rows),
            "lon": np.linspace(4.0, 8.0, columns),
        },
        name="chlorophyll",
    )


def areas(field):
    """Cells shrink towards the pole."""
    return np.cos(np.deg2rad(field["lat"]))


def sea_mean(field):
    """The mean of each day over the cells that were seen."""
    return field.weighted(areas(field)).mean(("lat", "lon"))


def smooth(course):
    """A running mean of a week."""
    return course.rolling(time=7, center=True).mean()  # culprit


def season_total(course, depth=25.0):
    """Grams of chlorophyll below a square metre, summed over the days."""
    return float((course * depth).values.sum() / 1000.0)


def report(field):
    course = sea_mean(field)
    smoothed = smooth(course)
    seen = float(field.notnull().mean())
    print("seen", round(seen, 4))
    print("highest day", round(float(course.max()), 4))
    print("total of the season", round(season_total(smoothed), 5))
    print("peak", round(float(np.max(smoothed.values)), 5))


report(pictures(1978))
