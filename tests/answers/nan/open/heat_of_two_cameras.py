"""Put the pictures of two thermal cameras of one roof together, and take their mean.

Symptom: most of the roof is nan
Culprit: one camera counts its rows by adding 0.1, the other by dividing: their coordinates differ in the last digit
Report: pydata/xarray#2217
"""

import numpy as np
import xarray as xr

STEP = 0.1


def first_camera(rows, columns, rng):
    north = np.cumsum(np.full(rows, STEP)) - STEP
    east = np.arange(columns) * STEP
    heat = 18.0 + 4.0 * np.exp(-((north[:, None] - 2.0) ** 2)) + rng.normal(0, 0.1, (rows, columns))
    return xr.DataArray(heat, coords={"north": north, "east": east}, dims=("north", "east"))


def second_camera(rows, columns, rng):
    north = np.arange(rows) / 10
    east = np.arange(columns) * STEP
    heat = 18.2 + 4.0 * np.exp(-((north[:, None] - 2.0) ** 2)) + rng.normal(0, 0.1, (rows, columns))
    return xr.DataArray(heat, coords={"north": north, "east": east}, dims=("north", "east"))


def together(first, second):
    both = xr.concat([first, second], dim="camera", join="outer")  # culprit
    return both.sum("camera", skipna=False) / 2


def main():
    rng = np.random.default_rng(17)
    roof = together(first_camera(40, 30, rng), second_camera(40, 30, rng))
    print("rows:", roof.sizes["north"])
    print("mean of the roof:", float(roof.values.mean()))


main()
