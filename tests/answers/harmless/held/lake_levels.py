"""Storage change of a reservoir from two bathymetry grids with holes.

Symptom: none
Culprit: none
Tempts: a question could accuse this: -9999 holes masked, NaN inside, nanmean (twin of glacier_dem).
Report: none
"""

import numpy as np

HOLE = -9999.0
CELL = 10.0


def grid(year, size=60):
    rng = np.random.default_rng(year)
    yy, xx = np.mgrid[:size, :size]
    bed = 300 + 0.02 * ((yy - 30) ** 2 + (xx - 30) ** 2)
    if year == 2022:
        bed = bed + 1.5 * np.exp(-((yy - 20) ** 2 + (xx - 35) ** 2) / 120)
    bed = bed + rng.normal(0, 0.1, bed.shape)
    bed[rng.random(bed.shape) < 0.05] = HOLE
    return np.ma.masked_equal(bed, HOLE)


def sediment(old, new):
    change = (new - old).filled(np.nan)
    known = np.isfinite(change)
    return np.nanmean(change) * change.size * CELL**2, known.mean()


def main():
    old, new = grid(2002), grid(2022)
    volume, share = sediment(old, new)
    print("raw minimum of the file:", old.data.min())
    print("deepest point: %.2f m" % old.min())
    print(f"cells known in both years: {share:.3f}")
    print(f"sediment volume: {volume:.0f} m3")


if __name__ == "__main__":
    main()
