"""A sum of large numbers.

Symptom: It is slow.
Culprit: One number does not fit into 64 bits, so that all are objects.
Report: none
"""

import numpy as np

b = np.array([1, 2, 10**30])  # culprit
print((b + 1).sum())
