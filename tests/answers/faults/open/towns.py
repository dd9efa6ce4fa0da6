"""Times between towns, each town's own mean taken away.

Symptom: The means of rows are not 0.
Culprit: Means of rows are taken from the columns.
Report: none
"""

import numpy as np

rng = np.random.default_rng(0)
times = rng.uniform(10, 90, size=(5, 5))
centred = times - times.mean(axis=1)  # culprit
print(centred.mean(axis=1))
