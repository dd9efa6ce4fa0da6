"""Report the height of waves at a pier from the level of the water.

Symptom: the height differs in the second digit
Culprit: the mean is taken off in place of the trend
Report: none
"""

import numpy as np


class Gauge:
    """The level of the water at a pier, twice a second."""

    def __init__(self, seed=44, seconds=600):
        rng = np.random.default_rng(seed)
        self.time = np.arange(0, seconds, 0.5)
        swell = 1.2 * np.sin(2 * np.pi * self.time / 9) + 0.4 * np.sin(2 * np.pi * self.time / 5)
        self.level = swell + 0.0005 * self.time + rng.normal(0, 0.05, self.time.size)

    def waves(self):
        return self.level - self.level.mean()  # culprit


def heights(waves):
    up = np.flatnonzero((waves[:-1] < 0) & (waves[1:] >= 0))
    parts = np.split(waves, up)[1:-1]
    return np.array([np.ptp(part) for part in parts])


def significant(heights):
    largest = np.sort(heights)[::-1]
    return largest[: heights.size // 3].mean()


found = heights(Gauge().waves())
print("waves:", found.size)
print("significant height:", significant(found))
