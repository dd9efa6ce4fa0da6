"""Recognises rare beetles from measurements of pinned specimens: the rare kind is
drawn several times to balance the classes, then a nearest-neighbour vote is tested.

Symptom: none
Culprit: none
Tempts: rows that are repeated on purpose to balance the classes
"""

import numpy as np
from sklearn.metrics import balanced_accuracy_score, recall_score
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import StandardScaler

N_TRAITS = 9


def specimens(rng, n_common, n_rare):
    shift = np.zeros(N_TRAITS)
    shift[:3] = 0.45
    common = rng.normal(0, 1, (n_common, N_TRAITS))
    rare = rng.normal(0, 1, (n_rare, N_TRAITS)) + shift
    x = np.vstack([common, rare]) * rng.uniform(0.5, 4.0, N_TRAITS)
    y = np.repeat([0, 1], [n_common, n_rare])
    return x, y


def balance(x, y, rng):
    """Draws the rarer kind with repeats until both are equally many."""
    common, rare = np.flatnonzero(y == 0), np.flatnonzero(y == 1)
    drawn = rng.choice(rare, size=common.size, replace=True)
    rows = rng.permutation(np.concatenate([common, drawn]))
    return x[rows], y[rows]


def drawers(x, y, rng):
    x_train, x_test, y_train, y_test = train_test_split(x, y, test_size=0.3, stratify=y, random_state=4)
    x_train, y_train = balance(x_train, y_train, rng)
    return x_train, x_test, y_train, y_test


def main():
    rng = np.random.default_rng(1859)
    x, y = specimens(rng, 800, 120)
    x_train, x_test, y_train, y_test = drawers(x, y, rng)
    scaler = StandardScaler().fit(x_train)
    vote = KNeighborsClassifier(n_neighbors=5, weights="distance")
    vote.fit(scaler.transform(x_train), y_train)
    guess = vote.predict(scaler.transform(x_test))
    print(f"training rows {len(y_train)}, test rows {len(y_test)}")
    print(f"balanced accuracy {balanced_accuracy_score(y_test, guess):.3f}")
    print(f"rare found {recall_score(y_test, guess):.3f}")
    print(f"common left alone {recall_score(y_test, guess, pos_label=0):.3f}")
    print("share called rare", np.round(guess.mean(), 3))


if __name__ == "__main__":
    main()
