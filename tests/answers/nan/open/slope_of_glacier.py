"""Compute the steepness of a glacier from its height, and its mean.

Symptom: the mean steepness is nan.
Culprit: the glacier rises at two places: the logarithm of a negative fall is nan.
Report: none
"""

import numpy as np

height = np.array([2900, 2890, 2895, 2860, 2840, 2841, 2800], dtype=np.int16)
fall = -np.diff(height)  # metres per 100 m
steep = np.log(fall / 100.0)  # culprit
print("fall:", fall)
print("mean log steepness:", steep.mean())
