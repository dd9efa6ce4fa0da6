"""Global mean of the ozone column, weighted by area.

Averages a gridded field by area and prints the mean of the globe, the tropics and
the southern cap in Dobson units. Cells carry their true area as weight now, and
bands are chosen by function.

Culprit: the area of a band is taken as the difference of the sines of its edges,
whose order on the grid is edge, edge + 5, but the edges are built from lat itself and
not lat - 2.5; each cell gets the weight of a band 2.5 degrees further north.
"""

import numpy as np
import xarray as xr

STEP = 5.0


def ozone_field():
    lat = np.arange(-87.5, 90, STEP)
    lon = np.arange(2.5, 360, STEP)
    column = 260 + 70 * np.abs(np.sin(np.radians(lat))) ** 1.5
    column = column - 120 * np.exp(-(((lat + 82) / 14) ** 2))
    wave = 12 * np.cos(np.radians(3 * lon))
    values = column[:, None] + wave[None, :] * np.cos(np.radians(lat))[:, None]
    return xr.DataArray(values, coords={"lat": lat, "lon": lon}, dims=("lat", "lon"))


def cell_area(lat):
    """Area of a cell of each row, up to a constant factor."""
    south = lat  # culprit
    return np.sin(np.deg2rad(south + STEP)) - np.sin(np.deg2rad(south))


def band_mean(field, south, north):
    part = field.sel(lat=slice(south, north))
    return float(part.weighted(cell_area(part.lat)).mean(("lat", "lon")))


def main():
    ozone = ozone_field()
    bands = {"globe": (-90, 90), "tropics": (-30, 30), "south cap": (-90, -60)}
    for name, (south, north) in bands.items():
        print(f"{name:10s} {band_mean(ozone, south, north):8.3f} DU")


main()
