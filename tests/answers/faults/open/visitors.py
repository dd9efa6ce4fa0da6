"""Visitors of a year, counted in single precision.

Symptom: The counter stops at 16,777,216.
Culprit: float32 has no number for one more.
Report: none
"""

import numpy as np

counter = np.float32(16_777_000)
for _ in range(500):
    counter = counter + np.float32(1)  # culprit
print("visitors:", counter)
