"""Votes are counted in bytes.

Symptom: The count of 300 is 44.
Culprit: np.add.at counts in uint8, which ends at 255.
Report: none
"""

import numpy as np

c = np.zeros(3, np.uint8)
np.add.at(c, np.zeros(300, int), 1)  # culprit
print(c)
