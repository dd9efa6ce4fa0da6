"""Draw a depth map of a bay from soundings and report the water it holds.

Symptom: the water volume is nan and the deepest point is nan.
Culprit: griddata(method="linear") is nan outside the hull of the soundings, here at 107 of 625 cells.
Report: SAR-ARD/s1ard#252
"""

import numpy as np
from scipy.interpolate import griddata


def soundings(count=150, seed=16):
    rng = np.random.default_rng(seed)
    place = rng.uniform(0, 1000, (count, 2))
    depth = 5 + 20 * np.exp(-((place - 500) ** 2).sum(axis=1) / 90_000) + rng.normal(0, 0.2, count)
    depth[rng.choice(count, 6, replace=False)] = np.nan  # echo lost
    return place, depth


def depth_map(place, depth, cells=25):
    axis = np.linspace(0, 1000, cells)
    east, north = np.meshgrid(axis, axis)
    heard = ~np.isnan(depth)
    return axis, griddata(place[heard], depth[heard], (east, north), method="linear")  # culprit


def volume(axis, depth):
    return np.trapezoid(np.trapezoid(depth, axis, axis=1), axis)


if __name__ == "__main__":
    axis, depth = depth_map(*soundings())
    print("depth in the middle:", round(depth[12, 12], 2), "m")
    print("deepest point:", depth.max(), "m")
    print("water in the bay:", volume(axis, depth), "cubic metres")
