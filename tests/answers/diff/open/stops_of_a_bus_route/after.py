"""Place depots for the stops of a bus route.

Symptom: the mean way to a depot is longer.
Culprit: without n_init, KMeans makes one try in place of ten.
Report: scikit-learn/scikit-learn#23038
"""

import numpy as np
from sklearn.cluster import KMeans

rng = np.random.default_rng(70)
centres = rng.uniform(0, 30, (9, 2))
stops = np.concatenate([centre + rng.normal(0, 1.6, (18, 2)) for centre in centres])
model = KMeans(n_clusters=9, random_state=1).fit(stops)  # culprit
distance = np.linalg.norm(stops - model.cluster_centers_[model.labels_], axis=1)
print("mean way", round(float(distance.mean()), 5))
print("longest way", round(float(distance.max()), 5))
print("spread", round(float(model.inertia_), 3))
