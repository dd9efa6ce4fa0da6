"""Sort letters by weight and price their stamps.

Symptom: letters of exactly 20 g cost more
Culprit: digitize puts a weight at a limit into the next class
Report: none
"""

import numpy as np

LIMITS = [20, 50, 100, 500]
STAMPS = np.array([0.85, 1.0, 1.6, 2.75, 4.5])
rng = np.random.default_rng(7)
weights = rng.integers(1, 600, 300)
weights[:12] = [20, 50, 100, 500] * 3
classes = np.digitize(weights, LIMITS)  # culprit
cost = np.take(STAMPS, classes)
print("letters:", np.bincount(classes, minlength=5))
total = cost.sum()
print("cost:", total)
