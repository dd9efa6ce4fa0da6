"""Compare two ways to foresee which roofs of a town will leak, from surveys of the building office.

Symptom: The area under the curve of both ways is nan, and neither is recommended.
Culprit: The surveys are sorted by outcome and the folds are cut without shuffling, so each fold holds one outcome only.
Report: scikit-learn/scikit-learn#30103 (the area under the curve is NaN for a single class)
"""

import warnings

import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

FEATURES = ["age", "slope", "gutters", "moss", "repairs"]


def surveys(seed=88, count=360):
    """Roofs with their survey and whether they leaked; some surveys lack the moss."""
    rng = np.random.default_rng(seed)
    age = rng.gamma(3.0, 11.0, count)
    slope = rng.uniform(5, 55, count)
    gutters = rng.integers(1, 5, count).astype(float)
    moss = np.clip(age / 80 + rng.normal(0, 0.2, count), 0, 1)
    repairs = rng.poisson(age / 25).astype(float)
    logit = 0.06 * age - 0.03 * slope + 1.1 * moss - 0.5 * repairs - 2.8
    leaked = rng.random(count) < 1 / (1 + np.exp(-logit))
    moss[rng.random(count) < 0.12] = np.nan
    return np.column_stack([age, slope, gutters, moss, repairs]), leaked.astype(int)


def filed(rows, leaked):
    """The order of the office's files: sound roofs first, each part by age."""
    order = np.lexsort((rows[:, 0], leaked))
    return rows[order], leaked[order]


def ways():
    yield (
        "logistic",
        make_pipeline(
            SimpleImputer(strategy="median"),
            StandardScaler(),
            LogisticRegression(max_iter=500),
        ),
    )
    yield (
        "forest",
        make_pipeline(
            SimpleImputer(strategy="median"),
            RandomForestClassifier(n_estimators=40, min_samples_leaf=4, random_state=0),
        ),
    )


def area(model, rows, leaked):
    """Mean area under the curve over five folds."""
    folds = KFold(n_splits=5)  # culprit
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        scores = cross_val_score(model, rows, leaked, cv=folds, scoring="roc_auc")
    return scores.mean()


def main():
    rows, leaked = filed(*surveys())
    print(f"{leaked.sum()} of {leaked.size} roofs leaked")
    print(f"{np.isnan(rows[:, 3]).sum()} surveys without moss; they get the median")
    for name, column in zip(FEATURES, rows.T, strict=True):
        print(f"  {name:8s} mean {np.nanmean(column):7.3f}")
    best, best_area = "none", 0.5
    for name, model in ways():
        value = area(model, rows, leaked)
        print(f"{name:9s} area under the curve {value:.4f}")
        if value > best_area:
            best, best_area = name, value
    print("recommended:", best)


if __name__ == "__main__":
    main()
