"""Tell sailing boats from motor boats by their neighbours.

Symptom: It is right in 6 of 10, little better than by chance.
Culprit: The weight in kilograms decides all distances; the features are not scaled.
Report: none
"""

import numpy as np
from sklearn.neighbors import KNeighborsClassifier

rng = np.random.default_rng(6)
sails = rng.integers(0, 2, 300)
mast = np.where(sails == 1, 9.0, 2.0) + rng.normal(0, 1.5, 300)
draught = np.where(sails == 1, 1.6, 0.7) + rng.normal(0, 0.2, 300)
weight = rng.uniform(500, 9000, 300)
boats = np.column_stack([mast, draught, weight])
model = KNeighborsClassifier(5).fit(boats[:200], sails[:200])  # culprit
print(model.score(boats[200:], sails[200:]))
