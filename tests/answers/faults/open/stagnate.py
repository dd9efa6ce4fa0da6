"""A counter in float32.

Symptom: It stays at 16777216.
Culprit: There 1 is less than a step of float32.
Report: none
"""

import numpy as np

total = np.float32(16777216.0)
acc = np.full(4, total, np.float32)
for _ in range(50):
    acc += np.float32(1.0)  # culprit
print(acc)
