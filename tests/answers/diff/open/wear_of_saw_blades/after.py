"""Judge by folds how well the wear of saw blades is predicted.

Symptom: the trees became much worse, the line did not
Culprit: folds are not shuffled any more, and the blades are sorted by hours
Report: none
"""

import numpy as np
from sklearn.ensemble import ExtraTreesRegressor
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import KFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures

MODELS = {
    "line": make_pipeline(PolynomialFeatures(2, include_bias=False), LinearRegression()),
    "trees": ExtraTreesRegressor(n_estimators=30, random_state=1),
}


def blades(count, seed):
    rng = np.random.default_rng(seed)
    hours = np.sort(rng.uniform(1, 60, count))
    speed = rng.uniform(20, 45, count)
    hard = rng.integers(0, 2, count)
    wear = 0.02 * hours**1.3 + 0.01 * speed * hard + rng.normal(0, 0.1, count)
    return np.column_stack([hours, speed, hard]), wear


def error(guess, truth):
    return np.sqrt(np.mean((guess - truth) ** 2))


def guesses(x, wear):
    folds = KFold(n_splits=6)  # culprit
    return {name: cross_val_predict(model, x, wear, cv=folds) for name, model in MODELS.items()}


x, wear = blades(120, seed=55)
found = guesses(x, wear)
for name, guess in found.items():
    print(f"{name:6s} {error(guess, wear):.6f}, worst {np.abs(guess - wear).max():.6f}")
both = sum(found.values()) / len(found)
print(f"both   {error(both, wear):.6f}")
print(f"mean wear {wear.mean():.5f}")
