"""Group faces by similarity, and describe groups.

Symptom: the inertia is larger
Culprit: the components are whitened
Report: none
"""

import numpy as np
from sklearn.cluster import KMeans
from sklearn.decomposition import PCA
from sklearn.preprocessing import normalize

rng = np.random.default_rng(17)
centres = rng.normal(0, 1, (4, 20))
faces = np.concatenate([c + 0.4 * rng.normal(0, 1, (30, 20)) for c in centres])


def reduced(faces, parts=5):
    unit = normalize(faces)
    return PCA(parts, random_state=0, whiten=True).fit_transform(unit)  # culprit


def groups(points, number):
    model = KMeans(n_clusters=number, n_init=3, random_state=0)
    return model.fit(points)


found = groups(reduced(faces), 4)
print("sizes:", np.sort(np.bincount(found.labels_)))
print("inertia:", found.inertia_)
