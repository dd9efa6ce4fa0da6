"""Shares of five values.

Symptom: They have no fractions.
Culprit: The array is of integers.
Report: none
"""

import numpy as np

counts = np.zeros(5, dtype=int)
values = np.array([0.7, 1.9, 2.2, 3.8, 4.1])
for i in range(5):
    counts[i] = values[i] * 1.5  # culprit
print(counts / counts.sum())
