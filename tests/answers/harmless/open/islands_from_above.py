"""Smooth the heights of islands in a satellite picture that has clouds, and count the islands.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the pixels under clouds, which are nan, and the quotients 0 / 0 far from any open pixel.
Report: none
"""

import numpy as np
from scipy import ndimage

SEA = 0.0


def picture(size=80, seed=46):
    rng = np.random.default_rng(seed)
    heights = ndimage.gaussian_filter(rng.normal(size=(size, size)), 5.0)
    heights = np.maximum(heights / heights.std() - 0.8, SEA) * 120.0
    heights[10:28, 50:74] = np.nan  # a cloud, wider than the filter reaches
    heights[rng.random((size, size)) < 0.05] = np.nan
    return heights


def smooth(heights, width=2.0):
    """Return the mean of the open pixels around each; where there is none, the sea."""
    open_pixels = ~np.isnan(heights)
    total = ndimage.gaussian_filter(np.where(open_pixels, heights, 0.0), width, truncate=3.0)
    weight = ndimage.gaussian_filter(open_pixels.astype(float), width, truncate=3.0)
    with np.errstate(invalid="ignore"):
        mean = total / weight
    return np.where(weight > 0.0, mean, SEA)


heights = picture()
smoothed = smooth(heights)
islands, count = ndimage.label(smoothed > 15.0)
areas = ndimage.sum_labels(np.ones_like(smoothed), islands, np.arange(1, count + 1))
print(f"pixels under clouds: {np.isnan(heights).mean():.1%}")
print(f"{count} islands, the largest with {areas.max():.0f} pixels; highest point {smoothed.max():.1f} m")
