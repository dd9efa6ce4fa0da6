"""Regional aerosol burden from a satellite product and a grid-cell area file.

Symptom: The number is wrong.
Culprit: Float32 and float64 coordinates do not match, so the product keeps only the few common cells.
Report: pydata/xarray#2694
"""

import numpy as np
import xarray as xr

EARTH_RADIUS = 6371.0


def satellite_product(rng):
    lat = np.linspace(30.1, 45.0, 150, dtype=np.float32)
    lon = np.linspace(0.1, 20.0, 200, dtype=np.float32)
    plume = np.exp(-(((lat[:, None] - 38.0) / 4) ** 2) - ((lon[None, :] - 9.0) / 5) ** 2)
    values = 12.0 + 40.0 * plume + rng.normal(0, 1.5, plume.shape)
    return xr.DataArray(
        values,
        coords={"lat": lat, "lon": lon},
        dims=("lat", "lon"),
        name="burden",
        attrs={"units": "kg km-2"},
    )


def cell_areas():
    lat = np.linspace(30.1, 45.0, 150)
    lon = np.linspace(0.1, 20.0, 200)
    step = np.deg2rad(0.1)
    area = EARTH_RADIUS**2 * step * step * np.cos(np.deg2rad(lat))
    grid = np.repeat(area[:, None], lon.size, axis=1)
    return xr.DataArray(grid, coords={"lat": lat, "lon": lon}, dims=("lat", "lon"), name="area")


def drop_outliers(field, limit=80.0):
    return field.where(field < limit, limit)


def total_mass(field, area):
    mass = field * area  # culprit
    return float(mass.sum())


def main():
    rng = np.random.default_rng(5)
    burden = drop_outliers(satellite_product(rng))
    area = cell_areas()
    kilograms = total_mass(burden, area)
    print(f"grid cells        : {burden.size}")
    print(f"area of the region: {float(area.sum()):.0f} km2")
    print(f"aerosol mass      : {kilograms / 1e6:.3f} kt")


if __name__ == "__main__":
    main()
