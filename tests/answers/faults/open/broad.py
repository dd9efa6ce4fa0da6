"""The mean squared error of predictions.

Symptom: It is that of all pairs.
Culprit: y has the shape (200,) and pred (200, 1).
Report: none
"""

import numpy as np

rng = np.random.default_rng(0)
y = rng.normal(size=200)
pred = rng.normal(size=(200, 1))
loss = ((y - pred) ** 2).mean()  # culprit
print(loss)
