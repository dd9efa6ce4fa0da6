"""Whole numbers of readings.

Symptom: One is -9223372036854775808.
Culprit: NaN has no integer.
Report: none
"""

import numpy as np

a = np.array([1.5, np.nan, 3.0])
idx = a.astype(int)  # culprit
print(idx.mean())
