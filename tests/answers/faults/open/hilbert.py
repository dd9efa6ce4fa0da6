"""Solves with a Hilbert matrix.

Symptom: The solution is far from 1.
Culprit: Its condition number is 1.7e16.
Report: none
"""

import numpy as np

n = 12
H = 1.0 / (np.arange(n)[:, None] + np.arange(n) + 1)
x = np.ones(n)
b = H @ x
found = np.linalg.inv(H) @ b  # culprit
print(found)
