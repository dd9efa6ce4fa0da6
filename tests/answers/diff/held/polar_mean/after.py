"""Area-weighted mean temperature north of a latitude, with xarray.

Culprit: latitude weights in degrees, not radians (xarray)
Report: general (area weighting questions)
"""

from dataclasses import dataclass

import numpy as np
import xarray as xr


@dataclass
class Grid:
    dlat: float = 5.0
    dlon: float = 10.0
    years: int = 6


def model_output(grid, seed=66):
    rng = np.random.default_rng(seed)
    lat = np.arange(-87.5, 90, grid.dlat)
    lon = np.arange(0, 360, grid.dlon)
    year = 2015 + np.arange(grid.years)
    base = 30 * np.cos(np.deg2rad(lat)) - 15
    warm = 0.03 * np.arange(grid.years)[:, None] * (1 + (lat > 50) * 2)
    t = base[None, :, None] + warm[:, :, None] + 0 * lon
    t = t + 0.3 * rng.standard_normal(t.shape)
    return xr.Dataset(
        {"tas": (("year", "lat", "lon"), t)},
        coords={"year": year, "lat": lat, "lon": lon},
    )


def area_weights(lat):
    weights = np.cos(lat)  # culprit
    return weights.clip(min=0)


class Region:
    def __init__(self, data, south):
        self.tas = data["tas"].sel(lat=slice(south, None))

    def mean(self):
        weights = area_weights(self.tas["lat"])
        return self.tas.weighted(weights).mean(("lat", "lon"))

    def trend(self):
        slope = self.mean().polyfit("year", deg=1)["polyfit_coefficients"].sel(degree=1)
        return 10 * float(slope)


def main():
    data = model_output(Grid())
    for south in (60, 30, -90):
        region = Region(data, south)
        means = ", ".join(map("{:.3f}".format, region.mean().values))
        print(f"north of {south:4d}: {means}; trend {region.trend():.4f} K/decade")


if __name__ == "__main__":
    main()
