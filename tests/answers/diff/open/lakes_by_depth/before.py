"""Score a classifier of lakes by cross validation."""

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_score

rng = np.random.default_rng(32)
inputs = rng.normal(0, 1, (150, 4))
y = (inputs[:, 0] + 0.5 * rng.normal(0, 1, 150) > 0.6).astype(int)


def score(inputs, y):
    folds = StratifiedKFold(n_splits=3, shuffle=True, random_state=1)
    return cross_val_score(LogisticRegression(), inputs, y, cv=folds)


scores = score(inputs, y)
print("scores:", scores)
print("mean:", scores.mean(), "+-", scores.std())
