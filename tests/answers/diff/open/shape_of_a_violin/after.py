"""Draw the outline of a violin's top from measured widths and compute its area and its sharpest bend.

Symptom: as a class with properties the area, the edge and the sharpest bend differ, the waist by less than 0.1 mm.
Culprit: the spline's ends are "not-a-knot" by default; bc_type="natural" was lost.
Report: none
"""

from functools import cached_property

import numpy as np
from scipy.interpolate import CubicSpline

MEASURED = [
    (0.0, 0.0),
    (3.0, 6.4),
    (7.5, 8.3),
    (12.0, 7.1),
    (16.5, 5.5),
    (20.0, 5.9),
    (24.0, 8.0),
    (29.0, 10.2),
    (33.0, 7.6),
    (35.6, 0.0),
]


class Outline:
    def __init__(self, measured, points=2001):
        height, width = np.array(measured).T
        self.ends = height[0], height[-1]
        self.spline = CubicSpline(height, width)  # culprit
        self.fine = np.linspace(*self.ends, points)

    @cached_property
    def half(self):
        return self.spline(self.fine)

    def area(self):
        return 2 * self.spline.integrate(*self.ends)

    def edge(self):
        return 2 * np.hypot(np.diff(self.fine), np.diff(self.half)).sum()

    def sharpest_bend(self):
        slope, change = self.spline(self.fine, 1), self.spline(self.fine, 2)
        bend = np.abs(change) / (1 + slope**2) ** 1.5
        return bend.max(), self.fine[bend.argmax()]

    def waist(self):
        return 2 * self.half[800:1200].min()

    def lower_bout(self):
        return 2 * self.half.max()


violin = Outline(MEASURED)
print(f"area {violin.area():.5f} cm2")
print(f"edge {violin.edge():.5f} cm")
print("sharpest bend {:.6f} at {:.3f} cm".format(*violin.sharpest_bend()))
print(f"waist {violin.waist():.5f} cm, lower bout {violin.lower_bout():.5f} cm")
