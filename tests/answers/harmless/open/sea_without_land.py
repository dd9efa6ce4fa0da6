"""Compute the monthly temperature of the sea from daily maps that are empty over land.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the land, which stays NaN in every map; the means skip it and the weights know of it.
Report: none
"""

import numpy as np
import pandas as pd
import xarray as xr


def daily_maps(rng):
    """Return half a year of sea surface temperature on a coarse map with an island and a coast."""
    time = pd.date_range("2024-01-01", "2024-06-30", freq="D")
    lat, lon = np.arange(30.5, 50.0), np.arange(-20.5, 0.0)
    season = -4.0 * np.cos(2.0 * np.pi * (np.arange(len(time)) - 45.0) / 366.0)
    warmth = 24.0 - 0.4 * (lat - 30.0)
    values = (
        warmth[None, :, None] + season[:, None, None] + rng.normal(0.0, 0.5, (len(time), len(lat), len(lon)))
    )
    sea = xr.DataArray(values, coords={"time": time, "lat": lat, "lon": lon}, dims=("time", "lat", "lon"))
    coast = sea.lon > -4.0 - 0.2 * (sea.lat - 30.0)
    island = ((sea.lat - 38.0) ** 2 + (sea.lon + 14.0) ** 2) < 6.0
    return sea.where(~(coast | island))


def monthly_mean(sea):
    """Return the mean of each month over the sea, each cell with the weight of its area."""
    months = sea.resample(time="MS").mean()
    return months.weighted(np.cos(np.deg2rad(sea.lat))).mean(("lat", "lon"))


def weekly_gaps_filled(series, rng):
    """Return the daily mean with days that a satellite missed, filled between their neighbours."""
    missed = rng.random(series.sizes["time"]) < 0.15
    missed[[0, -1]] = False
    return series.where(~missed).interpolate_na("time")


rng = np.random.default_rng(1850)
sea = daily_maps(rng)
print(f"{float(sea.isel(time=0).isnull().mean()):.1%} of the map is land")
for month in monthly_mean(sea):
    print(f"{month.time.dt.strftime('%B').item():9s} {float(month):.3f} degrees")
daily = sea.mean(("lat", "lon"))
filled = weekly_gaps_filled(daily, rng)
print(f"largest error of the filled days: {float(abs(filled - daily).max()):.3f} degrees")
print(f"no gap is left: {not bool(filled.isnull().any())}")
