"""How far means of 50 draws scatter.

Symptom: Not at all.
Culprit: The seed is set in each turn.
Report: none
"""

import numpy as np

means = []
for k in range(20):
    np.random.seed(0)
    means.append(np.random.normal(size=50).mean())  # culprit
print(np.std(means))
