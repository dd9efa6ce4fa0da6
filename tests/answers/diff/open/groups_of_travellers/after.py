"""Find groups among the passengers of a railway, with two methods.

Symptom: the clusters are the same, how odd a passenger is has changed
Culprit: one generator is shared: the forest draws what k-means left, and not from the seed
Report: scikit-learn/scikit-learn#14042
"""

import numpy as np
from sklearn.cluster import KMeans
from sklearn.ensemble import IsolationForest
from sklearn.metrics import silhouette_score
from sklearn.preprocessing import MinMaxScaler
from sklearn.utils import check_random_state

SEED = 7


def passengers(count):
    rng = np.random.default_rng(99)
    kind = rng.integers(0, 4, count)
    trips = rng.poisson(np.array([2, 10, 20, 40])[kind])
    length = rng.gamma(np.array([9, 4, 2, 1.5])[kind], 20)
    hour = rng.normal(np.array([12, 9, 7.5, 7])[kind], 1.2)
    return np.column_stack([trips, length, hour])


class Segments:
    def __init__(self, count, seed):
        self.random = check_random_state(seed)  # culprit
        self.clusters = KMeans(n_clusters=count, n_init=3, random_state=self.random)
        self.forest = IsolationForest(n_estimators=60, random_state=self.random)  # culprit, too

    def fit(self, data):
        self.labels = self.clusters.fit_predict(data)
        self.odd = self.forest.fit(data).score_samples(data)
        return self


data = MinMaxScaler().fit_transform(passengers(300))
found = Segments(4, SEED).fit(data)
print("sizes", np.sort(np.bincount(found.labels)))
print(f"inertia {found.clusters.inertia_:.5f}, silhouette {silhouette_score(data, found.labels):.5f}")
print(f"oddest {found.odd.min():.5f}, usual {np.median(found.odd):.5f}")
for label in range(4):
    print(label, f"{found.odd[found.labels == label].mean():.5f}")
