"""Average the rain of a year over the cells of a continent, by their area.

Symptom: each month has a third less rain than before.
Culprit: the sum is divided by the weights of all cells, also of those without a value.
Report: pydata/xarray#422 (a weighted mean must not count the weights of missing cells)
"""

import numpy as np
import xarray as xr


def rain(seed):
    """Return monthly rain in mm by latitude and longitude, missing over the sea and where a gauge failed."""
    rng = np.random.default_rng(seed)
    latitude = np.arange(-34.0, 37.0, 4.0)
    longitude = np.arange(-16.0, 52.0, 4.0)
    wet = 140 * np.exp(-((latitude / 14) ** 2)) + 10
    field = rng.gamma(3, wet[None, :, None] / 3, (12, latitude.size, longitude.size))
    field[:, (latitude < 4)[:, None] & (longitude < 8)] = np.nan
    field[rng.random(field.shape) < 0.15] = np.nan
    coords = {"month": np.arange(1, 13), "lat": latitude, "lon": longitude}
    return xr.DataArray(field, coords=coords, dims=("month", "lat", "lon"), name="rain")


def areas(field):
    """Return the relative area of each cell."""
    return np.cos(np.deg2rad(field["lat"])) * xr.ones_like(field["lon"])


def area_mean(field):
    weights = areas(field)
    return (field * weights).sum(("lat", "lon")) / weights.sum(("lat", "lon"))  # culprit


def report(means):
    print("months:", means.round(3).values)
    print(f"year: {float(means.sum()):.3f} mm, wettest month {int(means.idxmax())}")


if __name__ == "__main__":
    report(area_mean(rain(seed=20)))
