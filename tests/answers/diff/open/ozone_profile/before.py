"""Integrates an ozone profile to the total column."""

import numpy as np
import xarray as xr

GRAVITY = 9.81


def make_profile(levels=20, seed=7):
    rng = np.random.default_rng(seed)
    edges = np.linspace(1000.0, 10.0, levels + 1) * 100.0
    middle = 0.5 * (edges[1:] + edges[:-1])
    ratio = 4e-8 + 6e-6 * np.exp(-((np.log(middle) - np.log(2500.0)) ** 2) / 0.8)
    ratio = ratio * (1 + 0.02 * rng.normal(size=levels))
    return edges, ratio


def column(edges, ratio):
    """Ozone column in kg/m2 from the mixing ratio in layers."""
    thickness = edges[:-1] - edges[1:]
    return np.sum(ratio * thickness) / GRAVITY


def dobson(mass):
    return mass / 2.1415e-5


def main():
    edges, ratio = make_profile()
    ozone = xr.DataArray(ratio, dims="level", name="ozone")
    mass = column(edges, ozone.values)
    print("layers:", ozone.size)
    print("largest ratio: %.2e kg/kg" % ozone.max())
    print("column: %.3e kg/m2" % mass)
    print("column: %.1f DU" % dobson(mass))


if __name__ == "__main__":
    main()
