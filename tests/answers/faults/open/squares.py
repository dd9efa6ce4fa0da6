"""A sum of squares.

Symptom: It is too small.
Culprit: They are computed in int32.
Report: none
"""

import numpy as np

r = np.arange(100_000, dtype=np.int32)
print((r**2).sum())  # culprit
