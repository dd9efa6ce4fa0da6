"""Simulate walks of ants and report how far they get.

Symptom: walks are a step shorter
Culprit: the loop begins with the second step
Report: none
"""

import numpy as np
from numba import njit


@njit
def walk(steps, turns):
    x = y = heading = 0.0
    far = 0.0
    for step in range(1, steps):  # culprit
        heading += turns[step]
        x += np.cos(heading)
        y += np.sin(heading)
        distance = x * x + y * y
        far = max(far, distance)
    return np.sqrt(far)


rng = np.random.default_rng(5)
turns = rng.normal(0, 0.3, (40, 200))
farthest = np.array([walk(len(row), row) for row in turns])
print("mean:", farthest.mean())
print("largest:", farthest.max())
