"""The mean of the three hottest days.

Symptom: These are not the hottest days.
Culprit: `rank < 3` marks the elements whose place holds a small index.
Report: none
"""

import numpy as np

heat = np.array([21.0, 33.0, 25.0, 29.0, 35.0, 18.0, 31.0])
rank = np.argsort(-heat)  # culprit
hottest = heat[rank < 3]
print(hottest.mean())
