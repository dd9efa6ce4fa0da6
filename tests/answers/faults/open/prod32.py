"""Factorials up to 39.

Symptom: Some are negative.
Culprit: They are multiplied in int32.
Report: none
"""

import numpy as np

a = np.arange(1, 40, dtype=np.int32)
f = np.cumprod(a, dtype=np.int32)  # culprit
print(f[-5:])
