"""The best of four marks.

Symptom: It is 9, not 100.
Culprit: The marks are texts.
Report: none
"""

import numpy as np

marks = np.array(["10", "9", "100", "25"])
best = np.sort(marks)[-1]  # culprit
print(best)
