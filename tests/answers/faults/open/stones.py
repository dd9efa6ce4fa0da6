"""How sure a classifier of stones is.

Symptom: The likelihood is too small.
Culprit: `axis=0` are the samples.
Report: none
"""

import numpy as np
from scipy.special import softmax

rng = np.random.default_rng(1)
logits = rng.normal(size=(9, 3))
prob = softmax(logits, axis=0)  # culprit
kinds = rng.integers(0, 3, 9)
print(np.log(prob[np.arange(9), kinds]).mean())
