"""Global mean of the ozone column, weighted by area.

Averages a gridded field with the cosine of latitude as weight and prints the mean
of the globe, the tropics and the southern cap in Dobson units.

Culprit: see after.py.
"""

import numpy as np
import xarray as xr


def ozone_field():
    lat = np.arange(-87.5, 90, 5.0)
    lon = np.arange(2.5, 360, 5.0)
    column = 260 + 70 * np.abs(np.sin(np.radians(lat))) ** 1.5
    column = column - 120 * np.exp(-(((lat + 82) / 14) ** 2))
    wave = 12 * np.cos(np.radians(3 * lon))
    values = column[:, None] + wave[None, :] * np.cos(np.radians(lat))[:, None]
    return xr.DataArray(values, coords={"lat": lat, "lon": lon}, dims=("lat", "lon"))


ozone = ozone_field()
weights = np.cos(np.deg2rad(ozone.lat))
areas = {"globe": slice(-90, 90), "tropics": slice(-30, 30), "south cap": slice(-90, -60)}
for name, band in areas.items():
    part = ozone.sel(lat=band)
    mean = part.weighted(weights).mean(("lat", "lon"))
    print(f"{name:10s} {float(mean):8.3f} DU")
