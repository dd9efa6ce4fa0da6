"""A search for the settings of a forest.

Symptom: the mean score is nan
Culprit: 0 features to choose from are no setting, so 2 of 8 candidates fail
Report: TrickyPells/cLASpy_T#57
"""

import warnings

import numpy as np
from sklearn.ensemble import RandomForestRegressor
from sklearn.model_selection import GridSearchCV

GRID = {"max_features": [1, 2, 4, 0], "max_depth": [2, 4]}  # culprit


def data(rng):
    x = rng.normal(size=(120, 4))
    return x, x[:, 0] * 2 + x[:, 1] ** 2 + rng.normal(0, 0.2, 120)


def main():
    x, y = data(np.random.default_rng(0))
    search = GridSearchCV(RandomForestRegressor(n_estimators=5, random_state=0), GRID, cv=3)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        search.fit(x, y)
    scores = search.cv_results_["mean_test_score"]
    print("mean of all settings:", scores.mean())


main()
