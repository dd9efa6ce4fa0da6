"""Map an oxbow lake from soundings, with NaN where the surveyor could not go.

Linear interpolation knows nothing outside the outline of the soundings and answers NaN there; these cells take the
nearest sounding instead, and land stays NaN. Distances to the shore are infinite for a lake without an island.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the interpolation outside the soundings, which the nearest ones fill, and land
Report: none
"""

import numpy as np
from scipy import ndimage
from scipy.interpolate import LinearNDInterpolator, NearestNDInterpolator
from scipy.spatial import cKDTree

CELL = 5.0


def shape():
    """Return places (rows, columns, 2) in metres and which of them are water."""
    rows, columns = np.mgrid[0:40, 0:60] * CELL
    places = np.stack([columns, rows], axis=-1)
    radius = np.hypot(columns - 150, rows - 20)
    return places, (radius > 70) & (radius < 140)


def soundings(rng, places, water, count):
    """Return places and depths that the surveyor measured from a boat."""
    spots = places[water][rng.choice(int(water.sum()), count, replace=False)] + rng.uniform(-2, 2, (count, 2))
    radius = np.hypot(spots[:, 0] - 150, spots[:, 1] - 20)
    depths = 4.2 * (1 - ((radius - 105) / 36) ** 2) + rng.normal(0, 0.1, count)
    depths[rng.random(count) < 0.05] = np.nan  # weeds
    return spots, depths


def depth_map(spots, depths, places, water):
    """Return depths on the grid, NaN on land, and how many cells the nearest sounding filled."""
    known = ~np.isnan(depths)
    linear = LinearNDInterpolator(spots[known], depths[known])(places)
    nearest = NearestNDInterpolator(spots[known], depths[known])(places)
    outside = np.isnan(linear) & water
    return np.where(water, np.where(outside, nearest, linear), np.nan), int(outside.sum())


def to_soundings(spots, places, water, reach):
    """Return the distances of water cells to the nearest sounding, infinite beyond a reach."""
    distance, _ = cKDTree(spots).query(places[water], distance_upper_bound=reach)
    return distance


def smoothed(depths):
    """Return depths smoothed over known cells only."""
    known = np.isfinite(depths)
    total = ndimage.gaussian_filter(np.where(known, depths, 0.0), 1.0)
    weight = ndimage.gaussian_filter(known.astype(float), 1.0)
    return np.divide(total, weight, out=np.full_like(depths, np.nan), where=known)


def main():
    """Print volume, depths and the quality of the map."""
    rng = np.random.default_rng(53)
    places, water = shape()
    spots, depths = soundings(rng, places, water, 220)
    chart, filled = depth_map(spots, depths, places, water)
    print(f"{int(np.isnan(depths).sum())} soundings in weeds, {filled} cells outside the soundings")
    print(f"all water has a depth: {bool(np.isfinite(chart[water]).all())}")
    print(f"land has none: {bool(np.isnan(chart[~water]).all())}")
    smooth = smoothed(chart)
    print(f"deepest {np.nanmax(smooth):.2f} m, mean {np.nanmean(smooth):.2f} m")
    print(f"volume {np.nansum(smooth) * CELL**2:.0f} m3")
    distance = to_soundings(spots, places, water, 12.0)
    far = np.isinf(distance)
    print(
        f"{int(far.sum())} cells are far from any sounding, the others {distance[~far].mean():.2f} m on average"
    )
    for row in smooth[::10, ::10]:
        print(" ".join("   ." if np.isnan(value) else f"{value:4.1f}" for value in row))


if __name__ == "__main__":
    main()
