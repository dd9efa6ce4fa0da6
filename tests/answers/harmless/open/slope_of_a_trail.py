"""Compute how steep a hiking trail is along its way from a sampled profile.

Symptom: none
Culprit: none
Tempts: `precision` could accuse the differences of neighbouring heights in `np.gradient` as cancellation.
Report: numpy/numpy#8607
"""

from dataclasses import dataclass

import numpy as np


@dataclass
class Trail:
    """A trail as distance and height, both in metres."""

    distance: np.ndarray
    height: np.ndarray

    @classmethod
    def sampled(cls, length, points):
        distance = np.linspace(0.0, length, points)
        height = 900.0 + 350.0 * np.sin(distance / 1_500.0) + 40.0 * np.cos(distance / 310.0)
        return cls(distance, height)

    def slope(self):
        return np.gradient(self.height, self.distance)

    def exact_slope(self):
        return 350.0 / 1_500.0 * np.cos(self.distance / 1_500.0) - 40.0 / 310.0 * np.sin(
            self.distance / 310.0
        )


trail = Trail.sampled(length=9_000.0, points=901)
slope = trail.slope()
climb = np.diff(trail.height)
print(f"up {climb[climb > 0].sum():.1f} m, down {-climb[climb < 0].sum():.1f} m")
steepest = np.abs(slope).argmax()
print(f"steepest: {100 * slope[steepest]:.2f} % at {trail.distance[steepest]:.0f} m")
print(f"gentle (below 5 %): {np.mean(np.abs(slope) < 0.05):.1%} of the way")
error = np.abs(slope - trail.exact_slope())[1:-1].max()
print(f"second-order accurate: {bool(error < 1e-4)}")
