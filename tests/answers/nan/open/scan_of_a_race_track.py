"""Simulate the distance sensor of a model car that drives between four walls.

Symptom: all 1,080 beams report nan.
Culprit: the two end walls are vertical: their slope is 3 / 0 = inf with error_model="numpy", and then inf / inf.
Report: f1tenth/f1tenth_gym#55
"""

import numpy as np
from numba import njit

CORNERS = np.array([[-2.0, -1.5], [9.0, -1.5], [9.0, 1.5], [-2.0, 1.5]])
FAR = 30.0


@njit(error_model="numpy")
def distance_to_wall(angle, start, end):
    """Return the distance from the car to a wall, FAR if the beam misses it."""
    beam = np.tan(angle)
    wall = (end[1] - start[1]) / (end[0] - start[0])  # culprit
    x = (start[1] - wall * start[0]) / (beam - wall)
    y = beam * x
    if x * np.cos(angle) + y * np.sin(angle) < 0:
        return FAR
    if x < min(start[0], end[0]) or x > max(start[0], end[0]):
        return FAR
    return np.hypot(x, y)


@njit
def scan(corners, beams):
    out = np.full(beams, np.inf)
    for i in range(beams):
        angle = 2 * np.pi * (i + 0.5) / beams
        for j in range(len(corners)):
            found = distance_to_wall(angle, corners[j], corners[(j + 1) % len(corners)])
            out[i] = np.minimum(out[i], found)
    return out


if __name__ == "__main__":
    distances = scan(CORNERS, 1080)
    print("beams without a distance:", int(np.isnan(distances).sum()), "of", distances.size)
    print("nearest wall:", distances.min(), "m")
