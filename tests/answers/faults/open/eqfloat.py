"""Finds the time 0.3.

Symptom: It is not found.
Culprit: 3 * 0.1 is not 0.3.
Report: none
"""

import numpy as np

t = np.arange(0, 1, 0.1)
hit = t == 0.3  # culprit
print(hit.sum(), np.where(hit)[0])
