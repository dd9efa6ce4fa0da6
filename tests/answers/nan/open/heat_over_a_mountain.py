"""Compare the mean temperature over a mountain range with that of the plain, from a gridded analysis.

Symptom: both means are nan in every month.
Culprit: the latitudes of the file run from north to south, so a slice from south to north selects nothing.
Report: pydata/xarray#1613 (a slice over descending latitudes is empty)
"""

import numpy as np
import xarray as xr

RANGE = {"south": 45.0, "north": 48.0, "west": 6.0, "east": 14.0}
PLAIN = {"south": 51.0, "north": 54.0, "west": 6.0, "east": 14.0}


def analysis(seed):
    """Return monthly temperatures in degrees Celsius, as a weather service delivers them."""
    rng = np.random.default_rng(seed)
    latitude = np.arange(56.0, 42.0, -0.5)
    longitude = np.arange(4.0, 18.0, 0.5)
    month = np.arange(1, 13)
    season = 9 - 10 * np.cos((month - 1) * np.pi / 6)
    field = season[:, None, None] - 0.6 * (latitude[None, :, None] - 48)
    field = field + rng.normal(0, 0.4, (12, latitude.size, longitude.size))
    return xr.DataArray(
        field,
        coords={"month": month, "latitude": latitude, "longitude": longitude},
        dims=("month", "latitude", "longitude"),
        name="t2m",
    )


def region(field, box):
    latitudes = slice(box["south"], box["north"])
    longitudes = slice(box["west"], box["east"])
    return field.sel(latitude=latitudes, longitude=longitudes)  # culprit


def mean_of(field, box):
    inside = region(field, box)
    weights = np.cos(np.deg2rad(inside["latitude"]))
    return inside.weighted(weights).mean(("latitude", "longitude"))


field = analysis(seed=7)
mountain, plain = mean_of(field, RANGE), mean_of(field, PLAIN)
print("mountain:", mountain.round(2).values)
print("plain:   ", plain.round(2).values)
print("difference over the year:", float((mountain - plain).mean(skipna=False)))
