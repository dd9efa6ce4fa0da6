"""Average the temperature of a valley by month over its fields only, with clouds in the way of the satellite.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the masked forest and clouds, and a month without any view; all are left out.
Report: none
"""

import numpy as np
import pandas as pd
import xarray as xr


def scenes(rng):
    time = pd.date_range("2024-10-03", periods=30, freq="6D")
    y, x = np.arange(12.0), np.arange(16.0)
    season = 6.0 * np.cos(2 * np.pi * (time.day_of_year.to_numpy() - 200) / 365)
    ground = season[:, None, None] - 0.3 * np.abs(y[:, None] - 6.0) + rng.normal(0, 0.8, (30, 12, 16))
    cloud = rng.random((30, 12, 16)) < 0.35
    cloud[(time.month == 12)] = True
    forest = (x[None, :] > 11) & (y[:, None] < 5)
    return xr.Dataset(
        {
            "temperature": (("time", "y", "x"), ground),
            "cloud": (("time", "y", "x"), cloud),
            "forest": (("y", "x"), forest),
        },
        coords={"time": time, "y": y, "x": x},
    )


def fields(data):
    return data.temperature.where(~data.cloud).where(~data.forest)


def weights(data):
    slope = 1.0 + 0.05 * np.abs(data.y - 6.0)
    return slope.where(~data.forest, 0.0)


def by_month(view, weight):
    daily = view.weighted(weight).mean(("y", "x"))
    return daily.groupby("time.month").mean(skipna=True)


def main():
    data = scenes(np.random.default_rng(9))
    view = fields(data)
    seen = view.notnull().groupby("time.month").sum(("time", "y", "x"))
    monthly = by_month(view, weights(data))
    for month in monthly.month.values:
        if int(seen.sel(month=month)) == 0:
            print(f"month {month:2d}: no view of the ground")
            continue
        print(
            f"month {month:2d}: {monthly.sel(month=month).item():7.3f} degrees, {int(seen.sel(month=month))} cells"
        )
    frost = (view < 0).sum("time") / view.notnull().sum("time").where(~data.forest)
    print(f"share of frost {frost.mean().item():.4f}, at worst {frost.max().item():.4f}")


main()
