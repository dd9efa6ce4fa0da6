"""A sum of squares in half precision.

Symptom: It is infinite.
Culprit: 300 * 300 is too large for float16.
Report: none
"""

import numpy as np

a = np.full(1000, 300.0, np.float16)
print((a * a).sum(), a.sum())  # culprit
