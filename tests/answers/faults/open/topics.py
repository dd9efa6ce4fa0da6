"""Documents along their main topic.

Symptom: The scores are small.
Culprit: svd gives the transposed matrix: its rows are the directions.
Report: none
"""

import numpy as np

rng = np.random.default_rng(1)
counts = rng.normal(size=(50, 5)) * [8, 4, 2, 1, 0.5]
u, s, v = np.linalg.svd(counts, full_matrices=False)
topic = counts @ v[:, 0]  # culprit
print("spread:", topic.std(), "of", s[0] / np.sqrt(50))
