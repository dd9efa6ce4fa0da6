"""The mean of six temperatures.

Symptom: It is -325 degrees.
Culprit: -999 stands for a missing value, and the mean takes it.
Report: none
"""

import numpy as np

t = np.array([12.0, 13.5, -999.0, 11.0, 12.5, -999.0])
print(t.mean())  # culprit
