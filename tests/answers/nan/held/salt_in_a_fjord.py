"""Compute the salt and the heat of a fjord from casts of a probe, on the common depths of a model.

Symptom: the salt of every station and of the whole fjord is nan.
Culprit: the probe starts at 1.5 m and the model at 0 m, and interp gives nan outside of the measured depths.
Report: pydata/xarray#3172 (interp gives nan outside of the range instead of extrapolating)
"""

import numpy as np
import xarray as xr

MODEL_DEPTHS = np.arange(0.0, 60.0, 4.0)
STATIONS = ["mouth", "sill", "basin", "head"]


def casts(rng):
    """Return salinity and temperature on the depths of the probe; one bottle at the head broke."""
    depth = np.arange(1.5, 64.0, 0.5)
    fresh = np.array([1.0, 3.0, 5.0, 8.0])[:, None]
    salinity = 34.5 - fresh * np.exp(-depth / 6.0) + rng.normal(0, 0.02, (4, depth.size))
    temperature = 6.0 + 7.0 * np.exp(-depth / 12.0) + rng.normal(0, 0.02, (4, depth.size))
    salinity[3, 40] = np.nan
    coords = {"station": STATIONS, "depth": depth}
    dims = ("station", "depth")
    return xr.Dataset({"salinity": (dims, salinity), "temperature": (dims, temperature)}, coords=coords)


def without_gaps(data):
    return data.interpolate_na("depth", method="linear")


def on_model(data, depths):
    return data.interp(depth=depths)  # culprit


def density(data):
    return 1000.0 + 0.78 * data.salinity - 0.17 * (data.temperature - 4.0)


def content(data):
    """Return kg of salt below one square metre."""
    salt = density(data) * data.salinity / 1000.0
    return salt.integrate("depth")


def main():
    measured = without_gaps(casts(np.random.default_rng(23)))
    assert not measured.salinity.isnull().any()
    area = xr.DataArray([4.0, 2.5, 6.0, 1.5], dims="station", coords={"station": STATIONS}) * 1e6
    per_area = content(on_model(measured, MODEL_DEPTHS))
    for name in STATIONS:
        print(f"{name:6s} {per_area.sel(station=name).item():9.2f} kg under a square metre")
    print(f"fjord  {(per_area * area).sum(skipna=False).item() / 1e9:9.3f} million tonnes")


main()
