"""Ranks and scores.

Symptom: They hardly correlate.
Culprit: `argsort` gives places, not ranks.
Report: none
"""

import numpy as np

score = np.array([30.0, 10.0, 20.0, 50.0, 40.0])
rank = np.argsort(score)  # culprit
print(np.corrcoef(rank, score)[0, 1])
