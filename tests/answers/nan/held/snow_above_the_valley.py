"""Work out the water stored as snow in a catchment from a satellite's snow depth and a terrain model.

Both grids cover the catchment with cells of 0.05 degrees. The satellite sees nothing in the forest, where its cells
are missing; those take the mean of their belt of altitude. The last line is the water behind the dam in spring.

Symptom: the depths of all belts and the stored water print nan, although most cells were seen
Culprit: the satellite's float32 coordinates differ from the model's by rounding, and reindex_like wants equal labels
Report: pydata/xarray#2694 (coordinates in single and double precision)
"""

import numpy as np
import xarray as xr

DENSITY = 310.0  # kg/m3 of settled snow
BELTS = [(800, 1300), (1300, 1800), (1800, 2300), (2300, 3200)]


def terrain():
    """Return altitudes in metres on the model's grid."""
    lat = 46.22 + 0.05 * np.arange(24)
    lon = 8.1 + 0.05 * np.arange(32)
    ridge = 800 + 2200 * np.exp(-(((lat[:, None] - 46.8) / 0.35) ** 2)) * (
        0.75 + 0.25 * np.sin(lon[None, :] * 4)
    )
    return xr.DataArray(ridge, dims=("lat", "lon"), coords={"lat": lat, "lon": lon}, name="altitude")


def satellite(altitude, rng):
    """Return snow depths in metres as the satellite's file has them, missing in the forest."""
    depth = np.clip((altitude.values - 700) / 900, 0, None) * rng.gamma(9.0, 1 / 9, altitude.shape)
    forest = (altitude.values < 1900) & (rng.random(altitude.shape) < 0.2)
    depth[forest] = np.nan
    return xr.DataArray(
        depth.astype(np.float32),
        dims=("lat", "lon"),
        coords={
            "lat": altitude["lat"].values.astype(np.float32),
            "lon": altitude["lon"].values.astype(np.float32),
        },
        name="snow",
    )


def on_terrain(snow, altitude):
    """Return the snow on the grid of the terrain model."""
    return snow.reindex_like(altitude)  # culprit


def fill_forest(snow, altitude):
    """Return the snow with missing cells taken from the mean of their belt."""
    filled = snow.copy()
    for low, high in BELTS:
        belt = (altitude >= low) & (altitude < high)
        filled = filled.where(~belt | snow.notnull(), snow.where(belt).mean())
    return filled


def cell_areas(altitude):
    """Return the areas of the cells in square metres."""
    side = np.deg2rad(0.05) * 6.371e6
    return (side**2 * np.cos(np.deg2rad(altitude["lat"]))).broadcast_like(altitude)


def main():
    """Print the depth of each belt and the water of the catchment."""
    rng = np.random.default_rng(1999)
    altitude = terrain()
    seen = satellite(altitude, rng)
    print(
        f"satellite: {int(seen.notnull().sum())} of {seen.size} cells seen, mean {float(seen.mean()):.2f} m"
    )
    snow = fill_forest(on_terrain(seen, altitude), altitude)
    areas = cell_areas(altitude)
    for low, high in BELTS:
        belt = ((altitude >= low) & (altitude < high)).values
        depth = np.average(snow.values[belt], weights=areas.values[belt])
        print(f"{low:5d} to {high} m: {int(belt.sum()):3d} cells, depth {depth:.2f} m")
    water = (snow * areas * DENSITY / 1000.0).sum(skipna=False)
    print(f"stored water: {float(water) / 1e6:.1f} million cubic metres")


if __name__ == "__main__":
    main()
