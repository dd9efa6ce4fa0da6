"""Average the oxygen of a bay over seasons and depths, from monthly means of a model.

Symptom: the seasons differ in the third or the second digit after the point; winter most.
Culprit: a season is the plain mean of its months, whatever number of days they have.
Report: pydata/xarray#2594 (resampling takes no account of the length of months)
"""

import numpy as np
import pandas as pd
import xarray as xr

DEPTHS = np.array([0.0, 5.0, 10.0, 20.0, 40.0])
NAMES = {1: "winter", 2: "spring", 3: "summer", 4: "autumn"}


def model(first=2015, last=2020, seed=61):
    """Return monthly oxygen in mg per litre."""
    time = pd.date_range(f"{first}-01-01", f"{last}-12-01", freq="MS")
    month = xr.DataArray(time.month - 1, coords={"time": time}, dims="time")
    depth = xr.DataArray(DEPTHS, coords={"depth": DEPTHS}, dims="depth")
    season = 2.4 * np.cos(2 * np.pi * (month - 1) / 12) * np.exp(-depth / 25.0)
    oxygen = 9.0 - 0.06 * depth + season
    noise = np.random.default_rng(seed).normal(0.0, 0.35, (last - first + 1, 12, DEPTHS.size))
    oxygen = oxygen.transpose("time", "depth") + noise.reshape(-1, DEPTHS.size)
    return oxygen.rename("oxygen")


def layers(depth):
    """Return the thickness of the layer that each depth stands for."""
    edges = np.r_[depth[0], (depth[1:] + depth[:-1]) / 2, depth[-1]]
    return xr.DataArray(np.diff(edges), coords={"depth": depth}, dims="depth")


def column(oxygen):
    return oxygen.weighted(layers(oxygen["depth"].to_numpy())).mean("depth")


def seasons(series):
    """Return a table of years and seasons."""
    quarters = series.resample(time="QS").mean()  # culprit
    index = pd.MultiIndex.from_arrays(
        [quarters["time"].dt.year.to_numpy(), quarters["time"].dt.quarter.to_numpy()]
    )
    return pd.Series(quarters.to_numpy(), index=index).unstack()


def trend(table):
    years = table.index.to_numpy()
    return np.polyfit(years - years.mean(), table.mean(axis=1).to_numpy(), 1)[0]


def main():
    table = seasons(column(model()))
    for quarter, name in NAMES.items():
        print(f"{name}: {table[quarter].mean():.5f} mg/l, lowest {table[quarter].min():.5f}")
    print(f"trend {trend(table):+.5f} mg/l a year")
    print(f"difference of spring and autumn {table[2].mean() - table[4].mean():+.5f}")


if __name__ == "__main__":
    main()
