"""Averages the sea surface temperature over a box of the North Atlantic.

Symptom: the mean of the box is nan although the field has no gap (overall mean 17.50 C).
Culprit: the latitudes fall from 70 to 30, so slice(45, 60) selects 0 rows, and the mean of nothing is nan.
Report: galaxyproject/training-material#3147
"""

import numpy as np
import pandas as pd
import xarray as xr


def reanalysis(seed=18):
    """Monthly sea surface temperature on a grid as the archive delivers it."""
    generator = np.random.default_rng(seed)
    latitude = np.arange(70.0, 29.9, -2.5)
    longitude = np.arange(-40.0, 10.1, 2.5)
    time = pd.date_range("2020-01-01", periods=24, freq="MS")
    season = -4.0 * np.cos(2 * np.pi * (time.month.to_numpy() - 2) / 12)
    field = (
        28.0
        - 0.42 * (latitude[None, :, None] - 25.0)
        + season[:, None, None]
        + generator.normal(0.0, 0.4, (time.size, latitude.size, longitude.size))
    )
    coordinates = {"time": time, "latitude": latitude, "longitude": longitude}
    return xr.DataArray(field, coords=coordinates, dims=list(coordinates), name="sst")


def box_mean(field, south, north, west, east):
    box = field.sel(latitude=slice(south, north), longitude=slice(west, east))  # culprit
    weights = np.cos(np.deg2rad(box["latitude"]))
    return box.weighted(weights).mean(("latitude", "longitude"))


def main():
    field = reanalysis()
    print(f"grid {dict(field.sizes)}, overall mean {float(field.mean()):.2f} C")
    series = box_mean(field, 45.0, 60.0, -30.0, -10.0)
    print(f"mean of the box: {float(series.mean()):.2f} C")
    by_month = series.groupby("time.month").mean()
    print(f"range over the year: {float(by_month.max() - by_month.min()):.2f} K")
    trend = float(series[12:].mean() - series[:12].mean())
    print(f"second minus first year: {trend:+.3f} K")


if __name__ == "__main__":
    main()
