"""The mean of four numbers.

Symptom: It is that of two.
Culprit: `np.append` returns a new array.
Report: none
"""

import numpy as np

x = np.array([1.0, 2.0])
for v in (3.0, 4.0):
    np.append(x, v)  # culprit
print(x.mean())
