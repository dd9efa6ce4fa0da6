"""The speed of a pendulum from its place, ten times a second.

Symptom: The speed is too large by a ninth.
Culprit: 10 points over a second are 1/9 s apart.
Report: none
"""

import numpy as np

dt = 0.1
t = np.linspace(0, 1, 10)  # culprit
place = np.sin(3 * t)
speed = np.diff(place) / dt
print("fastest:", np.abs(speed).max())
