"""Computes the volume of slate below a hillside from bore holes at uneven distances.

Symptom: the volume and the tonnes of slate differ by several per cent
Culprit: trapezoid gets the mean distance of the holes as dx, though they lie at uneven positions
Report: none
"""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Line:
    """One line of bore holes: positions along it and thickness of the seam, in metres."""

    positions: np.ndarray
    thickness: np.ndarray

    @property
    def spacing(self):
        return np.diff(self.positions).mean()

    @property
    def thickest(self):
        return self.thickness.max()

    def section(self):
        """The area of the seam's section below the line, in square metres."""
        return np.trapezoid(self.thickness, dx=self.spacing)  # culprit


@dataclass(frozen=True)
class Survey:
    """Parallel lines at equal distances."""

    lines: list
    distance: float

    def sections(self):
        return np.array([line.section() for line in self.lines])

    def volume(self):
        """Between two lines lies a frustum."""
        areas = self.sections()
        a, b = areas[:-1], areas[1:]
        return np.sum(self.distance * (a + b + np.sqrt(a * b)) / 3)


def bore_holes(seed, lines, holes):
    rng = np.random.default_rng(seed)
    for line in range(lines):
        positions = np.sort(rng.uniform(0.0, 240.0, holes))
        swell = 6.0 + 2.5 * np.sin(positions / 45.0 + line)
        yield Line(positions, np.maximum(swell + rng.normal(0.0, 0.4, holes), 0.0))


survey = Survey(list(bore_holes(77, 9, 16)), 30.0)
volume = survey.volume()
print("thickest", round(float(max(line.thickest for line in survey.lines)), 3))
print("largest section", round(float(survey.sections().max()), 2))
print("volume", round(float(volume), 1))
print("tonnes", round(float(volume) * 2.75 * 0.18, 1))
