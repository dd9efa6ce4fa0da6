"""Find groups among the passengers of a railway, with two methods.

Culprit: see after.py
"""

import numpy as np
from sklearn.cluster import KMeans
from sklearn.ensemble import IsolationForest
from sklearn.metrics import silhouette_score
from sklearn.preprocessing import MinMaxScaler

SEED = 7


def passengers(count):
    rng = np.random.default_rng(99)
    kind = rng.integers(0, 4, count)
    trips = rng.poisson(np.array([2, 10, 20, 40])[kind])
    length = rng.gamma(np.array([9, 4, 2, 1.5])[kind], 20)
    hour = rng.normal(np.array([12, 9, 7.5, 7])[kind], 1.2)
    return np.column_stack([trips, length, hour])


data = MinMaxScaler().fit_transform(passengers(300))
clusters = KMeans(n_clusters=4, n_init=3, random_state=SEED)
labels = clusters.fit_predict(data)
forest = IsolationForest(n_estimators=60, random_state=SEED)
forest.fit(data)
odd = forest.score_samples(data)
sizes = np.sort(np.bincount(labels))
print("sizes", sizes)
print(f"inertia {clusters.inertia_:.5f}, silhouette {silhouette_score(data, labels):.5f}")
print(f"oddest {odd.min():.5f}, usual {np.median(odd):.5f}")
for label in range(4):
    print(label, f"{odd[labels == label].mean():.5f}")
