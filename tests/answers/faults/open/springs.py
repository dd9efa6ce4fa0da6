"""Stiffness of a spring by a straight line.

Symptom: The slope is not 4.
Culprit: The forces are sorted, the lengths are not.
Report: none
"""

import numpy as np

rng = np.random.default_rng(9)
force = rng.uniform(0, 10, 30)
stretch = force / 4.0 + rng.normal(0, 0.02, 30)
force.sort()  # culprit
slope, start = np.polyfit(stretch, force, 1)
print(slope, start)
