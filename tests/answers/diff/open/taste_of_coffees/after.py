"""Tell good coffees from bad ones by five measured acids.

Symptom: the Brier score of the new coffees differs from the old script's.
Culprit: the scaler is fitted to all coffees before they are split, so it knows the new ones.
Report: scikit-learn/scikit-learn#24695
"""

import numpy as np
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import StandardScaler

SCALE = [1, 5, 0.2, 30, 2]


def coffees(count, seed):
    rng = np.random.default_rng(seed)
    acids = rng.lognormal(0, 0.8, (count, 5)) * SCALE
    score = acids[:, 0] + 0.2 * acids[:, 1] + rng.normal(0, 0.5, count)
    return acids, (score > 2.3).astype(int)


def prepared(acids, good):
    scaled = StandardScaler().fit_transform(acids)  # culprit
    return train_test_split(scaled, good, test_size=0.35, random_state=11)


def judge(known, new, known_good, neighbours=7):
    model = KNeighborsClassifier(neighbours).fit(known, known_good)
    return model.predict_proba(new)[:, 1]


def main():
    known, new, known_good, new_good = prepared(*coffees(160, seed=3))
    chance = judge(known, new, known_good)
    print("right", round(float(np.mean((chance > 0.5) == new_good)), 4))
    print("brier", round(float(np.mean((chance - new_good) ** 2)), 6))


main()
