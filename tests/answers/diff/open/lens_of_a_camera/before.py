"""Correct the distortion of a lens on points of a photo."""

import numpy as np

CENTRE = np.array([320.0, 240.0])
K1, K2 = -0.21, 0.04


def undistorted(points, rounds=8):
    normal = (points - CENTRE) / 500
    found = normal.copy()
    for _ in range(rounds):
        r2 = (found**2).sum(axis=1, keepdims=True)
        found = normal / (1 + K1 * r2 + K2 * r2**2)
    return found * 500 + CENTRE


rng = np.random.default_rng(38)
points = rng.uniform([0, 0], [640, 480], (30, 2))
fixed = undistorted(points)
print("moved:", np.abs(fixed - points).max())
print("mean:", fixed.mean(axis=0))
