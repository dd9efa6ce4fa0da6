"""Guess the species of plants from a few labelled ones nearby.

Symptom: the probabilities of two plants are nan and both are called species 0.
Culprit: the two plants stand 300 m away, the kernel underflows to 0 for every neighbour: 0 / 0.
Report: scikit-learn/scikit-learn#34350
"""

import numpy as np
from sklearn.semi_supervised import LabelPropagation

SPECIES = ["clover", "daisy"]


def meadow(seed=9):
    rng = np.random.default_rng(seed)
    place = np.concatenate([rng.normal((0, 0), 0.6, (30, 2)), rng.normal((4, 3), 0.6, (30, 2))])
    species = np.repeat([0, 1], 30)
    species[rng.random(60) < 0.8] = -1  # nobody has looked
    species[[0, 30]] = [0, 1]
    return place, species


def main():
    place, species = meadow()
    model = LabelPropagation(kernel="rbf", gamma=1.0).fit(place, species)
    found = np.array([[0.3, -0.2], [3.8, 3.1], [300.0, 4.0], [5.0, 310.0]])
    odds = model.predict_proba(found)  # culprit
    for spot, row in zip(found, odds, strict=True):
        print(f"plant at {spot}: {SPECIES[int(np.argmax(row))]}, probabilities {row.round(3)}")
    print("expected number of daisies:", odds[:, 1].sum())


if __name__ == "__main__":
    main()
