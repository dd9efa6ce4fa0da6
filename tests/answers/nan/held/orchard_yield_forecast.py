"""Forecast apple yields of 24 orchards from weather and pruning, validated orchard by orchard.

Compares ridge regression and a random forest and picks the better model.
Symptom: the cross-validated R2 of both models is nan and the first model is always picked.
Culprit: R2 is scored with LeaveOneOut, where each test fold has one sample, for which R2 is undefined.
Report: scikit-learn/scikit-learn#15900
"""

import warnings

import numpy as np
from sklearn.ensemble import RandomForestRegressor
from sklearn.linear_model import Ridge
from sklearn.model_selection import LeaveOneOut, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

warnings.filterwarnings("ignore")


def orchards(seed=9, n=24):
    rng = np.random.default_rng(seed)
    frost_nights = rng.integers(0, 9, n)
    sun_hours = rng.normal(1650, 120, n)
    pruning = rng.uniform(0.1, 0.6, n)
    age = rng.integers(4, 35, n)
    X = np.column_stack([frost_nights, sun_hours, pruning, age])
    y = 31 - 1.4 * frost_nights + 0.012 * (sun_hours - 1650) + 9 * pruning
    return X, y + rng.normal(0, 1.0, n)


MODELS = {
    "ridge": make_pipeline(StandardScaler(), Ridge(alpha=1.0)),
    "forest": RandomForestRegressor(n_estimators=15, random_state=0),
}


def validate(X, y):
    splitter = LeaveOneOut()  # culprit
    results = {}
    for name, model in MODELS.items():
        scores = cross_val_score(model, X, y, cv=splitter, scoring="r2")  # culprit, too
        results[name] = (scores.mean(), scores.std())
    return results


def main():
    X, y = orchards()
    print("orchards:", len(y), " mean yield:", round(float(y.mean()), 2), "t/ha")
    results = validate(X, y)
    for name, (mean, sd) in results.items():
        print(f"{name:<8} R2 = {mean:.3f} +- {sd:.3f}")
    best = max(results, key=lambda k: results[k][0])
    print("picked:", best, "with R2", results[best][0])


if __name__ == "__main__":
    main()
