"""Integrates an ozone profile to the total column.

Symptom: the column rises from 166.1 to 3321.0 DU, exactly 20 times for 20 layers.
Culprit: ozone is on mid_levels and the thickness on interface_levels, so the product is 20 x 20 and not 20.
Report: mcgibbon/sympl#45
"""

import numpy as np
import xarray as xr

GRAVITY = 9.81
DOBSON = 2.1415e-5


def make_profile(levels=20, seed=7):
    """Pressure at the interfaces in Pa and mass mixing ratio of the layers."""
    rng = np.random.default_rng(seed)
    edges = np.linspace(1000.0, 10.0, levels + 1) * 100.0
    middle = 0.5 * (edges[1:] + edges[:-1])
    ratio = 4e-8 + 6e-6 * np.exp(-((np.log(middle) - np.log(2500.0)) ** 2) / 0.8)
    ratio = ratio * (1 + 0.02 * rng.normal(size=levels))
    return xr.Dataset(
        {
            "pressure": ("interface_levels", edges),
            "ozone": ("mid_levels", ratio),
        }
    )


def layer_thickness(pressure):
    return -pressure.diff("interface_levels")


def column(profile):
    """Ozone column in kg/m2."""
    mass = profile["ozone"] * layer_thickness(profile["pressure"])  # culprit
    return float(mass.sum()) / GRAVITY


def main():
    profile = make_profile()
    mass = column(profile)
    print(f"layers: {profile.sizes['mid_levels']}")
    print(f"largest ratio: {float(profile['ozone'].max()):.2e} kg/kg")
    print(f"column: {mass:.3e} kg/m2")
    print(f"column: {mass / DOBSON:.1f} DU")


if __name__ == "__main__":
    main()
