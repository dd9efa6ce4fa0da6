"""Find where bearings from pairs of lightships cross, in a compiled loop, and how certain each fix is.

Symptom: The last fix, the mean of the fixes and the length of the course are inf.
Culprit: Two bearings that are parallel have a determinant of 0, and the fix divides by it without a check.
Report: none
"""

import math

import numpy as np
from numba import njit

SHIPS = np.array([[0.0, 0.0], [18.0, 4.0], [7.0, 21.0]])


@njit(error_model="numpy")
def fix(one, other, bearing_one, bearing_other):
    """Crossing of two bearings in nautical miles."""
    ax, ay = math.sin(bearing_one), math.cos(bearing_one)
    bx, by = math.sin(bearing_other), math.cos(bearing_other)
    determinant = ax * by - ay * bx
    dx, dy = other[0] - one[0], other[1] - one[1]
    along = (dx * by - dy * bx) / determinant  # culprit
    return one[0] + along * ax, one[1] + along * ay


@njit(error_model="numpy")
def fixes(ships, bearings):
    """Mean of the crossings of all pairs; a bearing of NaN was not taken."""
    result = np.empty((bearings.shape[0], 2))
    for k in range(bearings.shape[0]):
        east = 0.0
        north = 0.0
        pairs = 0
        for i in range(len(ships)):
            for j in range(i + 1, len(ships)):
                if np.isnan(bearings[k, i]) or np.isnan(bearings[k, j]):
                    continue
                x, y = fix(ships[i], ships[j], bearings[k, i], bearings[k, j])
                east += x
                north += y
                pairs += 1
        result[k, 0] = east / pairs
        result[k, 1] = north / pairs
    return result


def course(count=14):
    """A sailing boat crosses the water; at the end it lies on the line through the first two ships."""
    time = np.linspace(0.0, 1.0, count)
    east = 5.0 + 22.0 * time
    north = 12.0 - 6.0 * time
    track = np.column_stack([east, north])
    track[-1] = SHIPS[0] + 1.5 * (SHIPS[1] - SHIPS[0])
    return track


def taken(track, rng):
    """Bearings in whole degrees as a navigator reads them; fog hides a lightship at times."""
    offset = track[:, None] - SHIPS
    bearings = np.degrees(np.arctan2(offset[..., 0], offset[..., 1])).round()
    hidden = rng.random(bearings.shape) < 0.12
    hidden[hidden.sum(axis=1) > 1] = False
    hidden[-1] = False
    bearings[hidden] = np.nan
    return np.radians(bearings)


def main():
    rng = np.random.default_rng(1734)
    track = course()
    bearings = taken(track, rng)
    print(
        f"{np.isnan(bearings).sum()} bearings not taken, mean {np.nanmean(np.degrees(bearings)):.3f} degrees"
    )
    found = fixes(SHIPS, bearings)
    for place, truth in zip(found[::3], track[::3], strict=True):
        print(f"fix {place[0]:8.3f} {place[1]:8.3f}, true {truth[0]:8.3f} {truth[1]:8.3f}")
    print(f"last fix {found[-1, 0]:.3f} {found[-1, 1]:.3f}")
    legs = np.hypot(*np.diff(found, axis=0).T)
    print(f"course {legs.sum():.3f} miles, mean place {found.mean(axis=0).round(3)}")


if __name__ == "__main__":
    main()
