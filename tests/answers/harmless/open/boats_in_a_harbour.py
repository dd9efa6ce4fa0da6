"""Tell sailing boats from motor boats by their neighbours.

Symptom: none
Culprit: none
Tempts: check-up: features of very different size go into a pipeline that scales them.
Report: none
"""

import numpy as np
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

rng = np.random.default_rng(6)
sails = rng.integers(0, 2, 300)
mast = np.where(sails == 1, 9.0, 2.0) + rng.normal(0, 1.5, 300)
draught = np.where(sails == 1, 1.6, 0.7) + rng.normal(0, 0.2, 300)
weight = rng.uniform(500, 9000, 300)
boats = np.column_stack([mast, draught, weight])
model = make_pipeline(StandardScaler(), KNeighborsClassifier(5)).fit(boats[:200], sails[:200])
print(model.score(boats[200:], sails[200:]))
