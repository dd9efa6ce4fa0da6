"""Which of five traffic signs is on each of eight pictures, by softmax and entropy.

Symptom: Signs and entropies are wrong.
Culprit: The shares add up to 1 over the pictures.
Report: none
"""

import numpy as np

rng = np.random.default_rng(7)
raw = rng.normal(size=(8, 5)) * 2
shifted = raw - raw.max(axis=1, keepdims=True)
weights = np.exp(shifted)
weights /= weights.sum(axis=0)  # culprit
best = np.argmax(weights, axis=1)
entropy = -(weights * np.log(weights)).sum(axis=1)
print(best, entropy)
