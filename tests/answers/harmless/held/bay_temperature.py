"""Sea temperature of a bay: land cells are NaN and stay NaN.

Symptom: none
Culprit: none
Tempts: land and cloud NaN in xarray, skipna
Report: own
"""

from dataclasses import dataclass

import numpy as np
import xarray as xr


@dataclass(frozen=True)
class Bay:
    ny: int = 12
    nx: int = 16
    days: int = 30


def land_mask(bay):
    y, x = np.mgrid[: bay.ny, : bay.nx]
    coast = (y < 3) | (x + y < 6)
    island = (y - 8) ** 2 + (x - 10) ** 2 <= 2
    return coast | island


def dataset(bay, seed=19):
    rng = np.random.default_rng(seed)
    day = np.arange(bay.days)
    sst = 14 + 0.1 * day[:, None, None] + 0.05 * np.arange(bay.nx) + 0 * np.arange(bay.ny)[:, None]
    sst = sst + 0.2 * rng.standard_normal(sst.shape)
    ds = xr.Dataset(
        {"sst": (("day", "y", "x"), sst), "land": (("y", "x"), land_mask(bay))},
        coords={"day": day},
    )
    ds["sst"] = ds["sst"].where(~ds["land"])
    cloudy = xr.DataArray(rng.random(sst.shape) < 0.15, dims=("day", "y", "x"))
    ds["sst"] = ds["sst"].where(~cloudy)
    return ds


class Summary:
    def __init__(self, ds):
        self.sst = ds["sst"]
        self.sea = ~ds["land"]

    def mean_map(self):
        return self.sst.mean("day")

    def basin_mean(self):
        return self.sst.mean(("y", "x"))

    def coverage(self):
        seen = self.sst.notnull().where(self.sea)
        return float(seen.mean())

    def warming(self):
        fit = self.sst.polyfit("day", deg=1, skipna=True)
        return fit["polyfit_coefficients"].sel(degree=1).where(self.sea)

    def filled(self):
        """Clouds interpolated in time; the land is left alone."""
        return self.sst.interpolate_na("day", fill_value="extrapolate").where(self.sea)


def main():
    summary = Summary(dataset(Bay()))
    m = summary.mean_map()
    print("land cells", int(m.isnull().sum()), "mean", round(float(m.mean()), 4))
    print("first and last day", summary.basin_mean().values[[0, -1]].round(3))
    print("coverage", round(summary.coverage(), 3))
    w = summary.warming()
    print("warming", round(float(w.mean()), 4), "range", round(float(w.max() - w.min()), 4))
    gaps = summary.filled().isnull().sum() - summary.sst.isnull().all("day").sum() * 30
    print("gaps left at sea", int(gaps))


if __name__ == "__main__":
    main()
