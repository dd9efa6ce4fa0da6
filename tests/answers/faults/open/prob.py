"""Where a walker is after twenty steps.

Symptom: The probabilities add up to 0.71.
Culprit: The last row of the matrix adds up to 0.9.
Report: none
"""

import numpy as np

rng = np.random.default_rng(0)
p = np.full(4, 0.25)
T = np.array([[0.9, 0.1, 0, 0], [0.1, 0.8, 0.1, 0], [0, 0.1, 0.8, 0.1], [0, 0, 0.1, 0.8]])
for _ in range(20):
    p = p @ T  # culprit
print(p, p.sum())
