"""Print how much warmer the sea was than its normal heat.

Symptom: the mean anomaly is nan.
Culprit: the latitudes of both grids differ by roundings, and xarray's inner join leaves no row.
Report: pydata/xarray#2217
"""

import warnings

import numpy as np
import xarray as xr

warnings.simplefilter("ignore")


def grid(values, latitudes, name):
    return xr.DataArray(
        values, dims=("lat", "lon"), coords={"lat": latitudes, "lon": [0.0, 5.0, 10.0]}, name=name
    )


def anomaly(heat, normal):
    return heat - normal  # culprit


rng = np.random.default_rng(9)
normal = grid(12 + rng.normal(0, 1, (6, 3)), np.arange(6) * 0.1 + 50.03, "normal")
heat = grid(12.6 + rng.normal(0, 1, (6, 3)), np.linspace(50.03, 50.53, 6).astype("float32"), "heat")
difference = anomaly(heat, normal)
weights = np.cos(np.deg2rad(normal.lat))
print("mean heat:", round(float(heat.mean()), 3))
print("mean anomaly:", float(difference.mean()))
print("largest:", float(abs(difference).max(skipna=False)) if difference.size else "none")
