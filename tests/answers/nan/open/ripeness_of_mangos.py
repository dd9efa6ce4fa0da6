"""Choose the number of neighbours of a classifier that tells ripe mangos from unripe ones.

Symptom: the score of 60 neighbours is nan, and so is the mean of all candidates.
Culprit: each fold trains with 56 of 70 mangos, so that 60 neighbours can't be found and scoring fails.
Report: ccpem/affinity-vae#232 (a score is nan because there are fewer samples than neighbours)
"""

import warnings

import numpy as np
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler

GRID = {"classify__n_neighbors": [3, 9, 25, 60]}  # culprit


def mangos(number, seed):
    """Return firmness, sugar and redness of mangos, and whether they are ripe."""
    rng = np.random.default_rng(seed)
    ripe = rng.random(number) < 0.5
    firmness = rng.normal(9 - 3 * ripe, 1.5)
    sugar = rng.normal(11 + 3 * ripe, 2.0)
    redness = rng.normal(0.4 + 0.1 * ripe, 0.2)
    return np.column_stack([firmness, sugar, redness]), ripe


def search(features, ripe):
    steps = Pipeline([("scale", StandardScaler()), ("classify", KNeighborsClassifier())])
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return GridSearchCV(steps, GRID, cv=folds, n_jobs=1).fit(features, ripe)


if __name__ == "__main__":
    found = search(*mangos(70, seed=11))
    scores = found.cv_results_["mean_test_score"]
    for candidate, score in zip(GRID["classify__n_neighbors"], scores, strict=True):
        print(f"{candidate:3d} neighbours: {score:.3f}")
    print("best:", found.best_params_)
    print(f"mean of the candidates: {np.mean(scores):.3f}")
