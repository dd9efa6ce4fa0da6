"""Averages a gridded air temperature over a region for each season.

Symptom: the regional mean of the year prints as 15.4 degrees, the same as without any weights, instead of 19.2
Culprit: the weights (cos of latitude) are spent on a mean over lon, where they are all alike; the mean over lat that follows is unweighted
Report: pydata/xarray#4207
"""

import numpy as np
import xarray as xr


def make_air(seed):
    """Air temperature in degrees Celsius on a grid from 15 to 75 degrees north."""
    rng = np.random.default_rng(seed)
    lat = np.arange(75.0, 14.9, -2.5)
    lon = np.arange(200.0, 330.1, 2.5)
    season = np.arange(4)
    base = 28.85 - 0.009 * (lat - 10.0) ** 2
    swing = np.array([-6.0, 0.0, 7.0, 1.0])
    values = base[None, :, None] + swing[:, None, None] + rng.normal(0, 1.0, (4, lat.size, lon.size))
    return xr.DataArray(
        values,
        dims=("season", "lat", "lon"),
        coords={"season": season, "lat": lat, "lon": lon},
        name="air",
    )


def regional_mean(air):
    """Mean over the region, each cell counting with its area."""
    weights = np.cos(np.deg2rad(air.lat))
    weights.name = "weights"
    along_circles = air.weighted(weights).mean("lon")  # culprit
    return along_circles.mean("lat")


def coldest_cell(air):
    """Where the coldest cell of the first season lies."""
    first = air.isel(season=0)
    spot = first.argmin(["lat", "lon"])
    return float(first.lat[spot["lat"]]), float(first.lon[spot["lon"]])


def main():
    air = make_air(seed=2)
    means = regional_mean(air)
    for season, value in zip(["winter", "spring", "summer", "autumn"], means.values):
        print(f"{season}: {value:.2f} C")
    print(f"mean of the year: {float(means.mean()):.2f} C")
    print(f"summer minus winter: {float(means[2] - means[0]):.2f} C")
    print("coldest winter cell at", coldest_cell(air))


if __name__ == "__main__":
    main()
