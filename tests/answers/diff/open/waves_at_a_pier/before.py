"""Report the height of waves at a pier from the level of the water."""

from itertools import pairwise

import numpy as np

rng = np.random.default_rng(44)
time = np.arange(0, 600, 0.5)
level = (
    1.2 * np.sin(2 * np.pi * time / 9)
    + 0.4 * np.sin(2 * np.pi * time / 5)
    + 0.0005 * time
    + rng.normal(0, 0.05, time.size)
)
trend = np.polyval(np.polyfit(time, level, 1), time)
waves = level - trend
crossings = np.flatnonzero((waves[:-1] < 0) & (waves[1:] >= 0))
heights = []
for first, last in pairwise(crossings):
    part = waves[first:last]
    heights.append(part.max() - part.min())
heights = np.sort(heights)[::-1]
significant = heights[: len(heights) // 3].mean()
print("waves:", len(heights))
print("significant height:", significant)
