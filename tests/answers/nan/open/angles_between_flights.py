"""Compute the angles between legs of a flight.

Symptom: the third angle is nan.
Culprit: a cosine of two parallel legs is 1.0000000000000002 by rounding, of which there is no angle.
Report: none
"""

from itertools import pairwise

import numpy as np

climb = np.array([0.2, 0.3, 0.6])
legs = np.array([[0.4, -0.1, 0.2], [0.7, 0.3, 0.1], climb, 3 * climb, [-0.2, 0.5, 0.1]])


def unit(v):
    return v / np.linalg.norm(v)


angles = []
for one, other in pairwise(legs):
    cosine = unit(one) @ unit(other)
    angles.append(np.degrees(np.arccos(cosine)))  # culprit
print("angles:", np.round(angles, 3))
print("largest:", np.max(angles))
