"""Four directions in four dimensions, each of length 1.

Symptom: Their lengths are not 1.
Culprit: Lengths of rows divide the columns.
Report: none
"""

import numpy as np

rng = np.random.default_rng(3)
v = rng.normal(size=(4, 4))
unit = v / np.linalg.norm(v, axis=1)  # culprit
print(np.linalg.norm(unit, axis=1))
