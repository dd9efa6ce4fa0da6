"""Sort penguins into kinds by their measures, with gaps filled from similar birds.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the gaps and `best = inf`; `check-determinism` the random starts, which have seeds.
Report: none
"""

import numpy as np
from sklearn.cluster import KMeans
from sklearn.impute import KNNImputer
from sklearn.metrics import adjusted_rand_score, silhouette_score
from sklearn.preprocessing import StandardScaler

CENTRES = np.array([[38.8, 18.3, 190.0, 3.70], [48.8, 18.4, 196.0, 3.73], [47.5, 15.0, 217.0, 5.08]])
SPREAD = np.array([2.2, 1.0, 6.0, 0.40])


def penguins(rng, each):
    """Return bill length and depth, flipper length and weight, and the true kind."""
    kind = np.repeat(np.arange(len(CENTRES)), each)
    measures = CENTRES[kind] + rng.normal(size=(len(kind), 4)) * SPREAD
    measures[rng.random(measures.shape) < 0.06] = np.nan
    return measures, kind


def best_grouping(points, groups, starts):
    """Return the tightest grouping of several seeded starts."""
    best, grouping = np.inf, None
    for seed in range(starts):
        model = KMeans(n_clusters=groups, n_init=1, init="random", random_state=seed).fit(points)
        if model.inertia_ < best:
            best, grouping = model.inertia_, model
    return grouping


def main():
    measures, kind = penguins(np.random.default_rng(13), each=70)
    scaled = StandardScaler().fit_transform(measures)
    points = KNNImputer(n_neighbors=5).fit_transform(scaled)
    gaps = np.isnan(measures)
    print(
        f"{np.count_nonzero(gaps)} gaps in {np.count_nonzero(gaps.any(axis=1))} of {len(kind)} birds filled"
    )
    grouping = best_grouping(points, groups=3, starts=8)
    print(f"inertia {grouping.inertia_:.2f}, silhouette {silhouette_score(points, grouping.labels_):.4f}")
    print(f"agrees with the true kinds: {adjusted_rand_score(kind, grouping.labels_):.4f}")
    print("birds in each group:", *sorted(np.bincount(grouping.labels_).tolist()))


if __name__ == "__main__":
    main()
