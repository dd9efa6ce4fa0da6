"""Tell two kinds of orchids by the lengths of their petals.

Symptom: The new plants are told apart worse than the old ones.
Culprit: The new plants are scaled by their own smallest and largest lengths.
Report: none
"""

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import MinMaxScaler


def plants(rng, count, shift):
    kind = rng.integers(0, 2, count)
    return rng.normal(0, 1, (count, 3)) + 1.5 * kind[:, None] + shift, kind


rng = np.random.default_rng(4)
known, kind = plants(rng, 120, 0.0)
new, truth = plants(rng, 40, 0.6)
model = LogisticRegression().fit(MinMaxScaler().fit_transform(known), kind)
scaled = MinMaxScaler().fit_transform(new)  # culprit
print(model.score(scaled, truth))
