"""Compare the warmth of two estuaries from satellite pictures with clouds, land and days without a picture.

Symptom: none
Culprit: none
Tempts: `nan` could accuse land and clouds, means of days under cloud and ends of a moving mean; all are left out.
Report: none
"""

import numpy as np
import pandas as pd
import xarray as xr

DAYS = 90


def estuary(rng, warm):
    """Return temperatures of time, y and x: NaN on land and under clouds, and no picture on some days."""
    time = pd.date_range("2023-01-01", periods=DAYS, freq="D")
    y, x = np.mgrid[0:12, 0:16]
    water = np.abs(y - 6 - 2 * np.sin(x / 3)) < 3
    field = warm + 2.0 * np.sin(np.arange(DAYS) / 14)[:, None, None] + 0.05 * x
    field = field + rng.normal(0.0, 0.4, (DAYS, *y.shape))
    cloud = rng.random((DAYS, *y.shape)) < rng.beta(0.5, 0.8, (DAYS, 1, 1))
    cloud[rng.choice(DAYS, 8, replace=False)] = True
    data = xr.DataArray(field, coords={"time": time}, dims=("time", "y", "x"))
    data = data.where(water).where(~cloud)
    seen = np.sort(rng.choice(DAYS, 80, replace=False))
    return data.isel(time=seen)


def daily(data, least=10):
    """Return the mean of each day with at least so many pixels of water."""
    pixels = data.notnull().sum(("y", "x"))
    return data.mean(("y", "x")).where(pixels >= least).dropna("time")


def weekly(series):
    """Return the moving mean over seven pictures, without the ends."""
    return series.rolling(time=7, center=True).mean().dropna("time")


def difference(one, other):
    """Return the difference on the days that both have."""
    one, other = xr.align(one, other, join="outer")
    return (one - other).dropna("time")


def hottest_place(data):
    mean = data.mean("time")
    place = mean.argmax(("y", "x"))
    return int(place["y"]), int(place["x"]), float(mean.max())


def main():
    rng = np.random.default_rng(36)
    north, south = estuary(rng, 27.0), estuary(rng, 28.1)
    for name, data in [("north", north), ("south", south)]:
        series = daily(data)
        y, x, warm = hottest_place(data)
        print(f"{name}: {series.sizes['time']} days, {float(series.mean()):.4f} degrees, ", end="")
        print(f"warmest {warm:.4f} at {y}, {x}; weekly at most {float(weekly(series).max()):.4f}")
    gap = difference(daily(south), daily(north))
    error = float(gap.std()) / np.sqrt(gap.sizes["time"])
    print(f"the south is warmer by {float(gap.mean()):.4f} +- {error:.4f} ({gap.sizes['time']} days)")


if __name__ == "__main__":
    main()
