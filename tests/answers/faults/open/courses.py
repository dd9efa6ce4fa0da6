"""Angles of steps, from east.

Symptom: A step to the east has 90 degrees.
Culprit: arctan2 asks for y first.
Report: none
"""

import numpy as np

track = np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 0.5], [2.0, 1.5]])
dx, dy = np.diff(track, axis=0).T
angle = np.degrees(np.arctan2(dx, dy))  # culprit
print(angle)
