"""The loss of a classifier.

Symptom: It is too large.
Culprit: The softmax is along the samples, not the classes.
Report: none
"""

import numpy as np

rng = np.random.default_rng(0)
logits = rng.normal(size=(6, 3))
e = np.exp(logits - logits.max(axis=0))
p = e / e.sum(axis=0)  # culprit
labels = np.array([0, 1, 2, 0, 1, 2])
loss = -np.log(p[np.arange(6), labels]).mean()
print(loss)
