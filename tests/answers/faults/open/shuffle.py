"""A line through shuffled points.

Symptom: Its slopes are near 0.
Culprit: The rows of X are shuffled, y is not.
Report: none
"""

import numpy as np

rng = np.random.default_rng(0)
X = rng.normal(size=(60, 2))
y = X @ [2.0, -1.0]
rng.shuffle(X)  # culprit
w, *_ = np.linalg.lstsq(X, y, rcond=None)
print(w)
