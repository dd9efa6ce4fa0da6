"""Works out the mean carbon stock of northern soils from a model's map and the areas of its cells.

Symptom: the stock by cell is empty, the total prints 0.0 and the area-weighted mean nan
Culprit: the areas carry their latitudes in float32 and the map in float64 (51.0277 and 52.1492, rounded differently); xarray multiplies only where labels are equal, and none of the 35 are
Report: pydata/xarray#2694
"""

import numpy as np
import xarray as xr

EARTH_RADIUS_KM = 6371.0
LINES = 160
LON_STEP = 5.0


def gaussian_lines():
    """Latitudes of the model's grid north of 50 degrees and their weights."""
    nodes, weights = np.polynomial.legendre.leggauss(LINES)
    lat = np.degrees(np.arcsin(nodes))
    north = lat > 50
    return lat[north], weights[north]


def load_carbon(seed):
    """Carbon in kg per square metre on the model's grid."""
    rng = np.random.default_rng(seed)
    lat, _ = gaussian_lines()
    lon = np.arange(0.0, 360.0, LON_STEP)
    values = 18 + 10 * np.cos(np.deg2rad(3 * (lat - 65)))[:, None]
    values = values + rng.normal(0, 2, (lat.size, lon.size))
    return xr.DataArray(values, dims=("lat", "lon"), coords={"lat": lat, "lon": lon}, name="carbon")


def cell_areas(lon):
    """Area of the cells in square kilometres, kept small for the archive."""
    lat, weights = gaussian_lines()
    area = EARTH_RADIUS_KM**2 * np.deg2rad(LON_STEP) * weights
    grid = np.repeat(area[:, None], lon.size, axis=1).astype(np.float32)
    places = {"lat": lat.astype(np.float32), "lon": lon}  # culprit
    return xr.DataArray(grid, dims=("lat", "lon"), coords=places, name="area")


def summarise(carbon, area):
    """Total in Gt and mean in kg per square metre."""
    stock = carbon * area  # culprit, too
    total_gt = float(stock.sum()) * 1e6 / 1e12
    return stock.sizes, total_gt, float(stock.mean() / area.mean())


def main():
    carbon = load_carbon(seed=8)
    area = cell_areas(carbon.lon)
    print(
        f"map of {carbon.sizes['lat']} by {carbon.sizes['lon']} cells, plain mean {float(carbon.mean()):.2f} kg/m2"
    )
    print(f"area of all cells: {float(area.sum()):.0f} km2")
    sizes, total, mean = summarise(carbon, area)
    print("stock by cell:", dict(sizes))
    print(f"total: {total:.1f} Gt")
    print(f"area-weighted mean: {mean:.2f} kg/m2")


if __name__ == "__main__":
    main()
