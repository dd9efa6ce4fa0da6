"""Votes are counted.

Symptom: The count is -56.
Culprit: It is added up in int8.
Report: none
"""

import numpy as np

votes = np.full(200, 1, dtype=np.int8)
total = np.int8(0)
for v in votes:
    total = total + v  # culprit
print(total)
