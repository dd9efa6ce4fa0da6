"""Do tall trees have thick trunks? Spearman's rank correlation.

Symptom: The correlation is not near 1.
Culprit: `argsort` gives places, not ranks.
Report: none
"""

import numpy as np

rng = np.random.default_rng(1)
tall = rng.uniform(5, 30, 12)
thick = tall * 2 + rng.normal(0, 0.5, 12)
a = np.argsort(tall)  # culprit
b = np.argsort(thick)  # culprit, too
d = a - tall.size / 2, b - tall.size / 2
print(1 - 6 * ((a - np.argsort(np.argsort(thick))) ** 2).sum() / (12 * (12**2 - 1)))
