"""Cross-validated accuracy for three species of mushrooms, five folds.

Symptom: The last number is another one.
Culprit: StratifiedKFold became KFold on rows sorted by class.
Report: mlpack/mlpack#1409
"""

import numpy as np
from sklearn.model_selection import KFold, cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

SPECIES = {"field": (6.0, 5.5), "horse": (7.5, 6.0), "wood": (6.5, 7.5)}
PER_SPECIES = 60


def measure(rng):
    """Cap width, stem length and stem width, one row a mushroom."""
    parts, labels = [], []
    for k, (cap, stem) in enumerate(SPECIES.values()):
        size = (PER_SPECIES, 3)
        parts.append(rng.normal([cap, stem, 1.5], [1.0, 1.0, 0.4], size=size))
        labels += [k] * PER_SPECIES
    return np.vstack(parts), np.array(labels)


def validate(X, y, neighbours=7):
    model = make_pipeline(StandardScaler(), KNeighborsClassifier(neighbours))
    folds = KFold(n_splits=5)  # culprit
    return cross_val_score(model, X, y, cv=folds)


X, y = measure(np.random.default_rng(50))
print("mushrooms:", len(y), " mean cap width:", X[:, 0].mean().round(2))
scores = validate(X, y)
print("worst fold:", scores.min().round(3))
print("folds:", scores.round(2))
print("accuracy:", scores.mean())
