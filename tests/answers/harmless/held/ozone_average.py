"""Global mean ozone column on an equal-area latitude grid.

Symptom: none
Culprit: none
Tempts: a question could accuse this: plain lat-lon mean, correct because the bands have equal area (twin of
  warming_trend).
Report: none
"""

import numpy as np
import xarray as xr


def column(seed=7, bands=36):
    rng = np.random.default_rng(seed)
    edges = np.rad2deg(np.arcsin(np.linspace(-1, 1, bands + 1)))
    lat = 0.5 * (edges[1:] + edges[:-1])
    lon = np.arange(0, 360, 12.0)
    month = np.arange(1, 13)
    base = 265 + 110 * np.abs(np.sin(np.deg2rad(lat))) ** 3
    season = 18 * np.sin(2 * np.pi * (month[:, None] - 1) / 12) * np.sin(np.deg2rad(lat))[None, :]
    data = base[None, :, None] + season[:, :, None] + rng.normal(0, 5, (12, bands, lon.size))
    field = xr.DataArray(data, dims=("month", "lat", "lon"), coords={"month": month, "lat": lat, "lon": lon})
    return field, edges


def global_mean(field):
    return field.mean(("lat", "lon"))


def band_area(edges):
    return np.diff(np.sin(np.deg2rad(edges)))


def main():
    field, edges = column()
    area = band_area(edges)
    series = global_mean(field)
    print("bands:", field.sizes["lat"], " northernmost centre %.1f" % float(field["lat"][-1]))
    print("band areas %.4f .. %.4f" % (area.min(), area.max()))
    print("months:", series.values.round(1))
    print("annual mean: %.2f DU" % float(series.mean()))


if __name__ == "__main__":
    main()
