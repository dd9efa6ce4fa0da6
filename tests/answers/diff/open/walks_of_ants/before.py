"""Simulate walks of ants and report how far they get."""

import numpy as np
from numba import njit


@njit
def walk(steps, turns):
    x = y = heading = 0.0
    far = 0.0
    for step in range(steps):
        heading += turns[step]
        x += np.cos(heading)
        y += np.sin(heading)
        far = max(far, x * x + y * y)
    return np.sqrt(far)


rng = np.random.default_rng(5)
turns = rng.normal(0, 0.3, (40, 200))
farthest = np.array([walk(200, row) for row in turns])
print("mean:", farthest.mean())
print("largest:", farthest.max())
