"""Average plankton over a bay by depth, where the sea floor cuts the profiles short.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the NaN below the sea floor; the means skip them, and depths without water are dropped.
Report: none
"""

import numpy as np
import xarray as xr

DEPTHS = np.array([0.0, 5.0, 10.0, 20.0, 40.0, 80.0])


def bay(seed):
    rng = np.random.default_rng(seed)
    y, x = np.arange(6), np.arange(9)
    floor = xr.DataArray(
        4 + 6.0 * x[None, :] + rng.uniform(0, 3, (6, 9)), coords={"y": y, "x": x}, dims=("y", "x")
    )
    depth = xr.DataArray(DEPTHS, coords={"depth": DEPTHS}, dims="depth")
    noise = xr.DataArray(
        rng.gamma(4, 0.25, (6, 6, 9)), coords={"depth": DEPTHS, "y": y, "x": x}, dims=("depth", "y", "x")
    )
    plankton = 8 * np.exp(-depth / 15) * noise
    return xr.Dataset({"plankton": plankton.where(depth < floor), "floor": floor})


def profile(data):
    return data["plankton"].mean(("y", "x")).dropna("depth")


def column_sums(data):
    """Return plankton over the whole depth of each place by the trapezoidal rule, with 0 below the floor."""
    return data["plankton"].fillna(0.0).integrate("depth")


def main():
    data = bay(seed=36)
    water = data["plankton"].notnull()
    for depth, value in zip(profile(data).depth.values, profile(data).values, strict=True):
        print(f"{depth:5.1f} m: {value:.5f} at {int(water.sel(depth=depth).sum())} places")
    sums = column_sums(data)
    print(f"over the depth: mean {float(sums.mean()):.4f}, highest {float(sums.max()):.4f}")
    print(f"deepest floor {float(data['floor'].max()):.2f} m")


main()
