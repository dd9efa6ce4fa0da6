"""The logarithm of a likelihood.

Symptom: It is -inf.
Culprit: A product of 200 small numbers underflows.
Report: none
"""

import numpy as np

p = np.full(200, 1e-3)
like = 1.0
for v in p:
    like = like * v
print(np.log(like))  # culprit
