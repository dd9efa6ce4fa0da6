"""Work out how much light reaches the kelp of a fjord through the year.

A probe measures the attenuation of light at some depths, from half a metre down. The profile is brought to a regular
grid from the surface to the kelp and integrated. Months with ice have no profile and stay missing.

Symptom: the light at the kelp prints nan in every month, not only in those with ice
Culprit: the grid begins at 0 m, above the first measurement at 0.5 m, where interp gives NaN, and the integral keeps it
Report: none
"""

import numpy as np
import xarray as xr

MEASURED = np.array([0.5, 1.5, 3.0, 5.0, 8.0, 12.0, 17.0, 23.0])
KELP = 20.0  # metres below the surface


def probe(seed):
    """Return the attenuation in 1/m by month and depth, missing under ice."""
    rng = np.random.default_rng(seed)
    month = np.arange(1, 13)
    algae = 0.12 * np.exp(-(((month - 5.5) / 1.5) ** 2)) + 0.05 * np.exp(-(((month - 9.0) / 1.2) ** 2))
    profile = (
        0.09
        + algae[:, None] * np.exp(-((MEASURED - 4.0) ** 2) / 40.0)
        + rng.normal(0, 0.004, (12, MEASURED.size))
    )
    profile[[0, 1]] = np.nan  # ice
    return xr.DataArray(
        profile,
        dims=("month", "depth"),
        coords={"month": month, "depth": ("depth", MEASURED, {"units": "m"})},
        name="attenuation",
    )


def sun():
    """Return the light at the surface by month, in mol a square metre and day."""
    month = xr.DataArray(np.arange(1, 13), dims="month", coords={"month": np.arange(1, 13)})
    return (22 - 20 * np.cos(2 * np.pi * (month - 0.2) / 12)).rename("sun")


def regular(attenuation, step=0.25):
    """Return the profile on a regular grid from the surface to the kelp."""
    return attenuation.interp(depth=np.arange(0.0, KELP + step / 2, step))  # culprit


def reaching(attenuation, surface):
    """Return the light at the kelp."""
    grid = regular(attenuation)
    thickness = xr.apply_ufunc(
        np.trapezoid, grid, input_core_dims=[["depth"]], kwargs={"x": grid["depth"].values, "axis": -1}
    )
    return surface * np.exp(-thickness)


def main():
    """Print the light of each month and the days with enough of it."""
    attenuation = probe(61)
    ice = attenuation.isnull().all("depth")
    print(f"{int(ice.sum())} months with ice, mean attenuation {float(attenuation.mean()):.3f} 1/m")
    light = reaching(attenuation, sun())
    for month, value, frozen in zip(light["month"].values, light.values, ice.values, strict=True):
        print(f"  month {month:2d}: {'ice' if frozen else f'{value:.2f} mol'}")
    open_water = light.where(~ice, drop=True)
    total = float(np.sum(open_water.values)) * 30
    print(
        f"light in the open months: {total:.0f} mol, enough in {int((open_water > 0.6).sum())} of {open_water.size}"
    )


if __name__ == "__main__":
    main()
