"""Do two teachers rank essays alike?

Symptom: The ranks hardly correlate.
Culprit: `argsort` gives places, not ranks.
Report: none
"""

import numpy as np
from scipy.stats import pearsonr

rng = np.random.default_rng(2)
first = rng.normal(60, 10, 20)
second = first + rng.normal(0, 3, 20)
rank_first = np.argsort(-first) + 1  # culprit
rank_second = np.argsort(-second) + 1  # culprit, too
print(pearsonr(rank_first, rank_second)[0])
