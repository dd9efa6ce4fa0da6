"""How far a walker is from where the walk began.

Symptom: The walker seems not to have moved.
Culprit: `start = place` copies nothing.
Report: none
"""

import numpy as np

rng = np.random.default_rng(0)
place = np.zeros(2)
start = place  # culprit
for _ in range(50):
    place += rng.normal(size=2)
print(np.linalg.norm(place), start, np.abs(place).sum() - np.abs(start).sum())
