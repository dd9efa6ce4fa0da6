"""Pupils' marks as percentiles.

Symptom: The best pupil is not at 100.
Culprit: `argsort` gives places, not ranks.
Report: none
"""

import numpy as np

marks = np.array([55.0, 80.0, 62.0, 91.0, 47.0, 73.0])
order = marks.argsort()  # culprit
percentile = 100 * order / (len(marks) - 1)
print(dict(zip(marks, percentile)))
