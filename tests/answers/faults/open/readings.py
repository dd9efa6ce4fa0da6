"""The first two negative readings are set to zero.

Symptom: They are negative still.
Culprit: A mask gives a copy, which is written into.
Report: none
"""

import numpy as np

reading = np.array([1.0, -2.0, 3.0, -4.0, 5.0, -6.0])
reading[reading < 0][:2] = 0.0  # culprit
print(reading.sum())
