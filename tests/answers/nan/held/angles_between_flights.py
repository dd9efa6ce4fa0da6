"""Compute the angles between legs of a flight.

Symptom: the third angle is nan.
Culprit: a cosine of two parallel legs is 1.0000000000000002 by rounding, of which there is no angle.
Report: none
"""

import numpy as np

legs = np.array([[0.4, -0.1, 0.2], [0.7, 0.3, 0.1], [0.1, 0.3, 0.6], [0.3, 0.9, 1.8], [-0.2, 0.5, 0.1]])


def unit(v):
    return v / np.linalg.norm(v)


angles = []
for one, other in zip(legs[:-1], legs[1:], strict=True):
    cosine = unit(one) @ unit(other)
    angles.append(np.degrees(np.arccos(cosine)))  # culprit
print("angles:", np.round(angles, 3))
print("largest:", np.max(angles))
