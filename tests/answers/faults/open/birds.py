"""Which of four birds sings in each of seven recordings.

Symptom: Most recordings have the wrong bird.
Culprit: The shares add up to 1 over the recordings, not over the birds.
Report: none
"""

import numpy as np

rng = np.random.default_rng(2)
scores = rng.normal(size=(7, 4)) * [1, 1, 5, 1]
power = np.exp(scores)
share = power / np.sum(power, axis=0, keepdims=True)  # culprit
print(share.argmax(axis=1), share.max(axis=1))
