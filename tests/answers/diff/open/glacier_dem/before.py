"""Elevation change and volume loss of a glacier from two elevation models."""

import numpy as np

NODATA = -9999.0
CELL = 30.0


def read_dem(year, seed=45, size=80):
    rng = np.random.default_rng(seed + year)
    y, x = np.mgrid[:size, :size]
    surface = 2400 + 6.0 * y + 12 * np.sin(x / 9)
    if year == 2020:
        surface = surface - np.clip(22 - 0.25 * y, 0, None)
    surface = surface + rng.normal(0, 1.0, surface.shape)
    surface[rng.random(surface.shape) < (0.01 if year == 2000 else 0.04)] = NODATA
    return surface


def load(year):
    dem = read_dem(year)
    dem[dem == NODATA] = np.nan  # culprit
    return dem


def difference(old, new):
    return new - old


def volume_change(dh):
    area = np.isfinite(dh).sum() * CELL**2
    return np.nanmean(dh) * dh.size * CELL**2, area


def main():
    old, new = load(2000), load(2020)
    dh = difference(old, new)
    volume, area = volume_change(dh)
    print(f"highest point {np.nanmax(old):.1f} m")
    print(f"measured area {area / 1e6:.2f} km2")
    print(f"mean change {np.nanmean(dh):.2f} m")
    print(f"volume change {volume / 1e6:.2f} million m3")


main()
