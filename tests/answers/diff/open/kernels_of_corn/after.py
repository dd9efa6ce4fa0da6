"""Tell sorts of corn apart by their kernels with a nearest-neighbour classifier.

Symptom: the accuracy differs after the steps were put into functions.
Culprit: the test part is scaled by a scaler that was fitted to itself.
Report: none
"""

import numpy as np
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import StandardScaler


def harvest(seed=30):
    rng = np.random.default_rng(seed)
    sorts = np.repeat([0, 1, 2], 40)
    return rng.normal(size=(120, 3)) * [1.0, 20.0, 0.1] + sorts[:, None] * [1.0, 10.0, 0.05], sorts


def scaled(part):
    return StandardScaler().fit_transform(part)  # culprit, too


def main():
    train_x, test_x, train_y, test_y = train_test_split(*harvest(), random_state=1)
    model = KNeighborsClassifier(5).fit(scaled(train_x), train_y)
    unknown = scaled(test_x)  # culprit
    print("chances:", model.predict_proba(unknown).mean(axis=0).round(4))
    print("accuracy:", model.score(unknown, test_y))


main()
