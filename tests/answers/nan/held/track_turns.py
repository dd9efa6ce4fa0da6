"""Total turning of a GPS track: the sum of the angles between following legs.

Symptom: The program prints NaN or inf.
Culprit: Arccos of a dot product a little above one.
Report: PmagPy/PmagPy#912
"""

import numpy as np

rng = np.random.default_rng(77)


def make_track(n=400):
    heading = np.cumsum(rng.normal(0, 0.2, n))
    heading[150:260] = heading[150]  # a long straight road
    step = rng.uniform(8, 12, n)
    legs = np.column_stack([step * np.cos(heading), step * np.sin(heading)])
    return np.vstack([[0.0, 0.0], np.cumsum(legs, axis=0)])


def turning_angles(points):
    legs = np.diff(points, axis=0)
    unit = legs / np.linalg.norm(legs, axis=1, keepdims=True)
    dots = np.sum(unit[1:] * unit[:-1], axis=1)
    return np.arccos(dots)  # culprit


track = make_track()
length = np.linalg.norm(np.diff(track, axis=0), axis=1).sum()
print("length of the track (m):", round(float(length), 1))

angles = turning_angles(track)
print("turns:", angles.size)
print("total turning (degrees):", np.degrees(angles).sum())
