"""Shares the water of a river among the arms of its delta, hour by hour.

Symptom: none: the results are equal to rounding
Culprit: none: equal
Report: none
"""

from dataclasses import dataclass

import numpy as np
from scipy.signal import lfilter


@dataclass
class Delta:
    """Arms by their widths and depths in m, lengths in km, and the part of the water that reeds keep."""

    widths: np.ndarray
    depths: np.ndarray
    lengths: np.ndarray
    keeps: np.ndarray

    def shares(self):
        """By Manning's formula an arm takes width times depth to the power 5/3."""
        capacity = self.widths * np.power(self.depths, 5.0 / 3.0)
        return capacity / capacity.sum()

    def flows(self, water):
        """An array of (arms, hours)."""
        entering = np.outer(self.shares(), water)
        return np.stack(
            [self._through_reeds(row, keep) for row, keep in zip(entering, self.keeps, strict=True)]
        )

    @staticmethod
    def _through_reeds(row, keep):
        held, _ = lfilter([1 - keep], [1.0, -keep], row, zi=[keep * row[0]])
        return held

    def salt(self, flows):
        return self.lengths * np.mean(np.exp(flows / -60.0), axis=1)


def inflow(hours):
    day, tide = 2 * np.pi * np.arange(hours) / np.array([[24.0], [12.4]])
    return 420.0 + 90.0 * np.sin(day) + 15.0 * np.cos(tide)


rng = np.random.default_rng(5)
widths, depths = rng.uniform(40, 160, 6), rng.uniform(1.5, 6.0, 6)
lengths, keeps = rng.uniform(8, 20, 6), rng.uniform(0.5, 0.95, 6)
delta = Delta(widths, depths, lengths, keeps)
flows = delta.flows(inflow(240))
for arm, (mean, reach) in enumerate(zip(flows.mean(axis=1), delta.salt(flows), strict=True)):
    print(arm, round(float(mean), 6), round(float(reach), 6))
