"""Interpolate the boiling curve of a fuel and find its volatility.

Symptom: The tidied version gives other temperatures at both ends of the curve; the middle agrees better.
Culprit: The class builds its `CubicSpline` with the default 'not-a-knot' ends; the script had bc_type='natural'.
Report: SciML/DataInterpolations.jl#234
"""

from dataclasses import dataclass, field

import numpy as np
from scipy.interpolate import CubicSpline


@dataclass
class BoilingCurve:
    volumes: np.ndarray
    celsius: np.ndarray
    _spline: CubicSpline = field(init=False, repr=False)

    def __post_init__(self):
        self._spline = CubicSpline(self.volumes, self.celsius)  # culprit

    def temperature(self, volume):
        return self._spline(volume)

    def slope(self, low=10.0, high=90.0):
        return float((self.temperature(high) - self.temperature(low)) / (high - low))

    def average(self, points=21):
        return float(np.mean(self.temperature(np.linspace(0, 100, points))))


def main():
    volumes = np.array([0.0, 10, 30, 50, 70, 90, 100])
    celsius = np.array([36.1, 69.5, 97.2, 114.8, 134.0, 161.3, 208.9])
    curve = BoilingCurve(volumes, celsius)
    print("at 5 and 95 %:", np.round(curve.temperature(np.array([5.0, 95.0])), 4))
    print("at 40 %:", round(float(curve.temperature(40.0)), 4))
    print(f"slope {curve.slope():.5f}, average {curve.average():.5f}")


main()
