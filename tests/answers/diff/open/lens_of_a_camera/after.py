"""Correct the distortion of a lens on points of a photo.

Symptom: points differ in the sixth digit
Culprit: the default of rounds is 3 in place of 8
Report: none
"""

import numpy as np

CENTRE = np.array([320.0, 240.0])
K1, K2 = -0.21, 0.04
FOCAL = 500.0


def undistorted(points, rounds=3):  # culprit
    normal = (points - CENTRE) / FOCAL
    found = normal.copy()
    for _ in range(rounds):
        r2 = (found**2).sum(axis=1, keepdims=True)
        found = normal / (1 + K1 * r2 + K2 * r2**2)
    return found * FOCAL + CENTRE


rng = np.random.default_rng(38)
points = rng.uniform([0, 0], [640, 480], (30, 2))
fixed = undistorted(points)
print("moved:", np.max(np.abs(fixed - points)))
print("mean:", fixed.mean(axis=0))
