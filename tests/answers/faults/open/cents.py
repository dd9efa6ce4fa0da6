"""Prices in cents.

Symptom: 0.29 is 28 cents.
Culprit: The fraction is cut off where it should be rounded.
Report: none
"""

import numpy as np

prices = np.array([0.29, 1.15, 2.50, 4.35, 0.57])
cents = (prices * 100).astype(int)  # culprit
print("sum:", cents.sum())
