"""Average the rain of a year over the cells of a continent, by their area."""

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


field = rain(seed=20)
weights = np.cos(np.deg2rad(field["lat"]))
means = field.weighted(weights).mean(("lat", "lon"))
print("months:", means.round(3).values)
print(f"year: {float(means.sum()):.3f} mm, wettest month {int(means.idxmax())}")
