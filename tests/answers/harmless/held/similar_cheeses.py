"""Find cheeses that are like one another, from a table of measures that has gaps.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the gaps, which the distances skip and the imputer fills from similar cheeses.
Report: none (a question asked often: neighbours in data with missing values)
"""

import numpy as np
from sklearn.impute import KNNImputer
from sklearn.metrics.pairwise import nan_euclidean_distances
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

MEASURES = ["fat", "salt", "age", "hardness", "holes"]


def cheeses(number, seed):
    """Return measures of cheeses of three kinds; each tenth value was not measured."""
    rng = np.random.default_rng(seed)
    centres = np.array([[48, 1.5, 4, 2, 0], [32, 1.1, 40, 8, 1], [45, 0.9, 15, 5, 9]], dtype=float)
    kind = rng.integers(0, 3, number)
    table = centres[kind] + rng.normal(0, [3, 0.2, 4, 1, 1], (number, len(MEASURES)))
    gaps = rng.random(table.shape) < 0.1
    gaps[gaps.all(axis=1)] = False
    return np.where(gaps, np.nan, table), kind


def nearest(table):
    """Return the cheese that is most like each one, over the measures that both have."""
    scaled = StandardScaler().fit_transform(table)
    distance = nan_euclidean_distances(scaled)
    np.fill_diagonal(distance, np.inf)
    return distance.argmin(axis=1)


def main():
    table, kind = cheeses(60, seed=6)
    twin = nearest(table)
    print("gaps:", int(np.isnan(table).sum()))
    print(f"twins of the same kind: {(kind[twin] == kind).mean():.3f}")
    filled = make_pipeline(StandardScaler(), KNNImputer(n_neighbors=4)).fit_transform(table)
    print("gaps left:", int(np.isnan(filled).sum()))
    for number, name in enumerate(MEASURES):
        print(f"{name:<10}{filled[:, number].mean():8.4f} {filled[:, number].std():8.4f}")


if __name__ == "__main__":
    main()
