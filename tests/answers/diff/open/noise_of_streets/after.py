"""Estimate the noise of streets from traffic and width, and judge the estimate by cross-validation.

Symptom: the errors are larger for every number of neighbours.
Culprit: the folds are no longer shuffled, and the streets are sorted from the centre outwards.
Report: scikit-learn/scikit-learn#10842
"""

import numpy as np
from sklearn.model_selection import KFold, cross_val_predict
from sklearn.neighbors import KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

FOLDS = 5


def streets(number, seed):
    """Return traffic, width and noise of streets, listed from the centre outwards."""
    rng = np.random.default_rng(seed)
    distance = np.sort(rng.uniform(0, 6, number))
    traffic = 1200 * np.exp(-distance / 2) + rng.gamma(2, 40, number)
    width = 8 + 2 * distance + rng.normal(0, 1.5, number)
    noise = 40 + 10 * np.log10(traffic) - 0.5 * width + rng.normal(0, 1.2, number)
    return np.column_stack([traffic, width]), noise


def model(neighbours):
    return make_pipeline(StandardScaler(), KNeighborsRegressor(n_neighbors=neighbours))


def splitter():
    return KFold(n_splits=FOLDS)  # culprit


def judge(neighbours, x, noise):
    predicted = cross_val_predict(model(neighbours), x, noise, cv=splitter())
    error = predicted - noise
    return np.sqrt(np.mean(error**2)), np.abs(error).max()


def main():
    x, noise = streets(150, seed=26)
    results = {}
    for neighbours in (2, 4, 8, 16):
        results[neighbours], worst = judge(neighbours, x, noise)
        print(f"{neighbours:2d} neighbours: {results[neighbours]:.5f} dB, worst {worst:.5f} dB")
    print("best:", min(results, key=results.get))


main()
