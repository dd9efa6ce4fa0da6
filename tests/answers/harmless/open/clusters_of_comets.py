"""Sort comets into families by their orbits and give a score for several numbers of families.

Symptom: none
Culprit: none
Tempts: `precision` and `nan` could accuse the last bits of k-means, and the best score that starts from -inf.
Report: none
"""

import numpy as np
from sklearn.cluster import KMeans
from sklearn.metrics import silhouette_score
from sklearn.preprocessing import StandardScaler

FAMILIES = [(3.1, 0.2, 8.0), (17.8, 0.97, 60.0), (5.3, 0.55, 20.0)]


def comets(each, seed):
    """Return semi-major axis, eccentricity and inclination of comets."""
    rng = np.random.default_rng(seed)
    parts = [rng.normal(family, [0.4, 0.04, 4.0], (each, 3)) for family in FAMILIES]
    return rng.permutation(np.vstack(parts))


def best_number(orbits, numbers):
    best, highest = None, -np.inf
    for number in numbers:
        labels = KMeans(number, n_init=4, random_state=1).fit_predict(orbits)
        score = silhouette_score(orbits, labels)
        print(f"{number} families: {score:.5f}")
        if score > highest:
            best, highest = labels, score
    return best, highest


orbits = StandardScaler().fit_transform(comets(40, seed=7))
labels, score = best_number(orbits, range(2, 6))
print("sizes:", sorted(np.bincount(labels).tolist()), f"score {score:.5f}")
