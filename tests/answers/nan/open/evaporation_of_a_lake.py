"""Sum the evaporation of a lake from a map of rates and a map of cell areas.

Symptom: the mean depth is nan in each month, while the map of rates has a mean.
Culprit: the areas have float32 coordinates, the rates float64; only 46.5 and 6.5 match, and that cell is land.
Report: pydata/xarray#2694
"""

import numpy as np
import xarray as xr

LATITUDE = np.round(np.arange(46.1, 46.9, 0.1), 1)
LONGITUDE = np.round(np.arange(6.1, 6.95, 0.1), 1)


def rates(seed):
    """Return evaporation in mm a month over the lake, nan on land."""
    rng = np.random.default_rng(seed)
    month = np.arange(1, 7)
    values = 40 + 15 * month[:, None, None] + rng.normal(0, 4, (6, LATITUDE.size, LONGITUDE.size))
    rate = xr.DataArray(
        values, coords={"month": month, "lat": LATITUDE, "lon": LONGITUDE}, dims=("month", "lat", "lon")
    )
    lake = (abs(rate.lat - 46.4 - 0.2 * (rate.lon - 6.5)) < 0.16) & (rate.lon != 6.5)
    return rate.where(lake)


def areas():
    """Return the area of each cell in km², as the tool for grids writes it: everything in float32."""
    latitude, longitude = (axis.astype(np.float32) for axis in (LATITUDE, LONGITUDE))  # culprit
    height = 111.2 * 0.1
    width = 111.2 * 0.1 * np.cos(np.radians(latitude))
    area = np.repeat((height * width)[:, None], longitude.size, axis=1)
    return xr.DataArray(area, coords={"lat": latitude, "lon": longitude}, dims=("lat", "lon"))


def lake_mean(rate, area):
    weighted = rate * area  # culprit, too
    return weighted.mean(("lat", "lon")) / area.mean()


def main():
    rate, area = rates(seed=10), areas()
    depth = lake_mean(rate, area)
    for month, value in zip(depth.month.values, depth.values, strict=True):
        print(f"month {month}: {value:6.1f} mm")
    print(f"six months: {float(depth.sum(skipna=False)):.1f} mm")
    print(f"mean rate of the map: {float(rate.mean()):.1f} mm")


main()
