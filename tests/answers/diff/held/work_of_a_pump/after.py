"""Compute the work that a pump does in a stroke, from pressures and volumes of its indicator diagram.

Symptom: none; the loop became calls of SciPy's trapezoid rule, and the last digits are rounded otherwise.
Culprit: none: equal
Report: none (a question asked often: does trapezoid give the same as a loop)
"""

from typing import NamedTuple

import numpy as np
from scipy.integrate import trapezoid


class Diagram(NamedTuple):
    """An indicator diagram: angle of the crank, volume in litres and pressure in bar."""

    angle: np.ndarray
    volume: np.ndarray
    pressure: np.ndarray

    @property
    def work(self):
        """Return the work of a stroke in bar times litres."""
        return abs(trapezoid(self.pressure, self.volume))

    @property
    def stroke(self):
        return np.ptp(self.volume)

    def mean_pressure(self):
        return trapezoid(self.pressure, self.angle) / np.ptp(self.angle)


def record(points, seed):
    rng = np.random.default_rng(seed)
    angle = np.linspace(0, 2 * np.pi, points)
    volume = 0.8 + 0.5 * np.cos(angle)
    pressure = np.where(angle < np.pi, 1.0 + 4.0 * angle / np.pi, 9.0 - 4.0 * angle / np.pi)
    pressure = pressure + 0.6 * np.sin(angle) + rng.normal(0, 0.01, angle.size)
    return Diagram(angle, volume, pressure)


diagram = record(721, seed=26)
joule = diagram.work * 100
print(f"work {joule:.6f} J a stroke")
print(f"mean pressure {diagram.mean_pressure():.6f} bar, effective {diagram.work / diagram.stroke:.6f} bar")
print(f"power at 600 strokes a minute {joule * 10:.4f} W")
