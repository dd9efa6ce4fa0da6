"""Turns surveyed points of a building site into a grid of heights and the volume to dig.

Symptom: the mean height and the volume to dig print nan; the corners of the grid are empty
Culprit: griddata with method 'linear' gives NaN outside the convex hull of the points, and the grid reaches to the site's corners, which were not surveyed
Report: https://imathworks.com/gis/gis-interpolating-point-data-using-scipy-python-is-not-covering-rectangular-extent
"""

import numpy as np
from scipy.interpolate import griddata

SIZE_M = (80.0, 60.0)
TARGET_M = 101.5


def survey(count, seed):
    """Positions in m and heights of the surveyed points."""
    rng = np.random.default_rng(seed)
    points = np.column_stack([rng.uniform(2, SIZE_M[0] - 2, count), rng.uniform(2, SIZE_M[1] - 2, count)])
    heights = 103.0 + 0.02 * points[:, 0] - 0.015 * points[:, 1]
    heights += 0.4 * np.sin(points[:, 0] / 15) + rng.normal(0, 0.03, count)
    return points, heights


def make_grid(spacing):
    """Coordinates of a grid over the whole site."""
    x = np.arange(0, SIZE_M[0] + spacing / 2, spacing)
    y = np.arange(0, SIZE_M[1] + spacing / 2, spacing)
    return np.meshgrid(x, y)


def grid_heights(points, heights, grid):
    """Heights at the nodes of the grid."""
    return griddata(points, heights, tuple(grid), method="linear")  # culprit


def volume_to_dig(surface, spacing):
    """Cubic metres above the target level."""
    excess = np.maximum(surface - TARGET_M, 0)
    return excess.sum() * spacing**2


def main():
    points, heights = survey(70, seed=6)
    spacing = 2.0
    grid = make_grid(spacing)
    surface = grid_heights(points, heights, grid)
    print(f"{len(heights)} points from {heights.min():.2f} to {heights.max():.2f} m")
    print(f"grid of {surface.shape[1]} by {surface.shape[0]} nodes")
    print(f"height at the middle: {surface[surface.shape[0] // 2, surface.shape[1] // 2]:.2f} m")
    print(f"mean height: {surface.mean():.2f} m")
    print(f"to dig: {volume_to_dig(surface, spacing):.0f} m3")


if __name__ == "__main__":
    main()
