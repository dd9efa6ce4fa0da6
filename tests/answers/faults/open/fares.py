"""Fares by distance, with a base of 2.

Symptom: All fares are whole.
Culprit: The type of the first result holds for all.
Report: none
"""

import numpy as np


def fare(km):
    return 2 if km < 1 else 2 + 0.37 * km


fares = np.vectorize(fare)(np.array([0.4, 3.0, 7.5, 12.2]))  # culprit
print("sum:", fares.sum())
