"""The mean slope of a line.

Symptom: It differs from run to run.
Culprit: The first and the last element of `np.empty` are never written.
Report: none
"""

import numpy as np

n = 10
out = np.empty(n)  # culprit
x = np.linspace(0, 1, n)
for i in range(1, n - 1):
    out[i] = x[i + 1] - x[i - 1]
print(out.mean())
