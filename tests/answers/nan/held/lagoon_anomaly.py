"""Chlorophyll anomalies of a lagoon against its climatology.

Culprit: reindex between float32 and float64 coordinates, no tolerance (xarray)
Report: pydata/xarray#2694, #6573
"""

from dataclasses import dataclass

import numpy as np
import xarray as xr


@dataclass(frozen=True)
class Region:
    lon0: float = 12.1
    lon1: float = 12.8
    lat0: float = 45.2
    lat1: float = 45.6
    step: float = 0.1

    def axes(self):
        nlon = round((self.lon1 - self.lon0) / self.step) + 1
        nlat = round((self.lat1 - self.lat0) / self.step) + 1
        lon = np.linspace(self.lon0, self.lon1, nlon)
        lat = np.linspace(self.lat0, self.lat1, nlat)
        return lon, lat


def survey(region, rng):
    """The ship's grid, written with single precision coordinates."""
    lon, lat = region.axes()
    values = 3 + rng.gamma(2.0, 0.5, size=(4, lat.size, lon.size))
    return xr.DataArray(
        values,
        dims=("week", "lat", "lon"),
        coords={
            "week": [14, 15, 16, 17],
            "lat": lat.astype("float32"),
            "lon": lon.astype("float32"),
        },
        name="chl",
    )


def climatology(region):
    lon, lat = region.axes()
    weeks = np.arange(1, 53)
    season = 3 + 1.5 * np.sin(2 * np.pi * (weeks - 10) / 52)
    field = season[:, None, None] + 0.2 * (lat[None, :, None] - 45) + 0 * lon
    return xr.DataArray(field, dims=("week", "lat", "lon"), coords={"week": weeks, "lat": lat, "lon": lon})


def on_survey_grid(field, target):
    return field.reindex_like(target)  # culprit


class Anomaly:
    def __init__(self, observed, normal):
        self.observed = observed
        self.normal = normal

    def field(self):
        return self.observed - on_survey_grid(self.normal, self.observed)

    def weekly(self):
        weights = np.cos(np.deg2rad(self.observed["lat"]))
        weighted = (self.field() * weights).sum(("lat", "lon"), skipna=False)
        return weighted / (weights.sum() * self.observed.sizes["lon"])


def main():
    region = Region()
    anomaly = Anomaly(survey(region, np.random.default_rng(11)), climatology(region))
    weekly = anomaly.weekly()
    for week, value in zip(weekly["week"].values, weekly.values):
        print(f"week {week}: {value:+.4f} ug/l")
    print("bloom index", float(weekly.max(skipna=False)))


if __name__ == "__main__":
    main()
