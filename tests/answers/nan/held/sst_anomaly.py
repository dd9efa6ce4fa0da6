"""Anomaly of the sea surface temperature in the Nino 3.4 box.

Subtracts a climatology, kept on longitudes 0 to 360, from a month of observations on
-180 to 180 and prints the anomaly of the box 170 W to 120 W, 5 S to 5 N.

Culprit: the climatology's longitudes are shifted by 180 instead of being wrapped, so
its cells at 190 to 240 E land on 10 to 60; in the box the two fields share no
longitude, the subtraction keeps an empty intersection and its mean is NaN.
"""

import numpy as np
import xarray as xr

BOX = dict(lat=slice(-5, 5), lon=slice(-170, -120))


def climatology():
    lat = np.arange(-20.0, 21.0, 2.5)
    lon = np.arange(150.0, 281.0, 2.5)
    warm_pool = 29.0 - 0.035 * (lon - 150.0)
    field = warm_pool[None, :] - 0.008 * lat[:, None] ** 2
    return xr.DataArray(field, coords={"lat": lat, "lon": lon}, dims=("lat", "lon"))


def observations(seed=15):
    rng = np.random.default_rng(seed)
    lat = np.arange(-20.0, 21.0, 2.5)
    lon = np.arange(-180.0, -79.0, 2.5)
    usual = 29.0 - 0.035 * (lon + 210.0)
    warming = 1.6 * np.exp(-((lat[:, None] / 6) ** 2)) * np.exp(-(((lon + 130) / 30) ** 2))
    field = usual[None, :] - 0.008 * lat[:, None] ** 2 + warming
    field = field + rng.normal(0, 0.1, field.shape)
    return xr.DataArray(field, coords={"lat": lat, "lon": lon}, dims=("lat", "lon"))


def to_signed(field):
    """Longitudes 0..360 as -180..180, in ascending order."""
    signed = field.lon - 180.0  # culprit
    return field.assign_coords(lon=signed).sortby("lon")


def box_anomaly(observed, usual):
    gap = observed.sel(BOX) - to_signed(usual)
    weight = np.cos(np.deg2rad(gap.lat))
    return float(gap.weighted(weight).mean(("lat", "lon")))


anomaly = box_anomaly(observations(), climatology())
state = "El Nino" if anomaly > 0.5 else "La Nina" if anomaly < -0.5 else "neutral"
print(f"Nino 3.4 anomaly {anomaly:+.3f} K ({state})")
