"""Finds the depth at which the sea's temperature falls the fastest, from casts at several stations.

Symptom: every station's steepest fall prints as 0.000 degrees per metre at 5 m, where the casts fall by up to 0.28
Culprit: the two shifted slices are aligned by their depth labels, so each depth is subtracted from itself and all differences are 0; .diff compares neighbours
Report: pydata/xarray#2035
"""

import numpy as np
import xarray as xr

STEP_M = 5.0


def load_casts(seed):
    """Temperatures of four casts, in degrees, every five metres."""
    rng = np.random.default_rng(seed)
    depth = np.arange(0, 150, STEP_M)
    stations = ["A1", "A2", "B1", "B2"]
    middle = np.array([32.0, 41.0, 58.0, 75.0])
    profile = 12 + 4.5 * (1 - np.tanh((depth[None, :] - middle[:, None]) / 16))
    noisy = profile + rng.normal(0, 0.03, profile.shape)
    return xr.DataArray(
        noisy,
        dims=("station", "depth"),
        coords={"station": stations, "depth": depth},
        name="temperature",
    )


def fall_per_metre(temperature):
    """How fast the temperature falls between neighbouring depths."""
    upper = temperature.isel(depth=slice(None, -1))
    lower = temperature.isel(depth=slice(1, None))
    fall = upper - lower  # culprit
    return fall / STEP_M


def describe(temperature):
    """The steepest fall of each station and its depth."""
    fall = fall_per_metre(temperature)
    for station in fall.station.values:
        one = fall.sel(station=station)
        spot = int(one.argmax("depth"))
        print(f"{station}: {float(one[spot]):.3f} degrees per metre at {float(one.depth[spot]):.0f} m")
    return float(fall.max("depth").mean())


def main():
    temperature = load_casts(seed=12)
    print(
        f"surface {float(temperature.isel(depth=0).mean()):.1f} degrees,",
        f"bottom {float(temperature.isel(depth=-1).mean()):.1f} degrees",
    )
    steepest = describe(temperature)
    print(f"mean of the steepest falls: {steepest:.3f} degrees per metre")


if __name__ == "__main__":
    main()
