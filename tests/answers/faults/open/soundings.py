"""Temperatures at depths between soundings.

Symptom: The water at 10 m is too warm.
Culprit: The soundings are not in the order of depth.
Report: none
"""

import numpy as np

depth = np.array([0.0, 30.0, 5.0, 15.0, 50.0])
warmth = np.array([18.0, 8.0, 16.5, 12.0, 6.0])
wanted = np.array([2.0, 10.0, 20.0, 40.0])
print(np.interp(wanted, depth, warmth))  # culprit
