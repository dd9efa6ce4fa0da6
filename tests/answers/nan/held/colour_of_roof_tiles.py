"""Predicts the redness of roof tiles from clay and firing, and compares two models.

Symptom: the scores of both models are nan, and the better one can't be named
Culprit: LeaveOneOut leaves one tile to each test, and the default score R2 of a single value is not defined (nan)
Report: none
"""

import warnings

import numpy as np
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.exceptions import UndefinedMetricWarning
from sklearn.impute import SimpleImputer
from sklearn.linear_model import Ridge
from sklearn.model_selection import LeaveOneOut, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

warnings.simplefilter("ignore", UndefinedMetricWarning)
NAMES = ["iron", "lime", "kiln", "hours"]


def tiles(seed, count):
    """Iron and lime in per cent, kiln in degrees, hours of firing; some kilns kept no record."""
    rng = np.random.default_rng(seed)
    iron = rng.uniform(2.0, 9.0, count)
    lime = rng.uniform(0.5, 12.0, count)
    kiln = rng.normal(980.0, 40.0, count)
    hours = rng.uniform(8.0, 20.0, count)
    redness = 10 + 4.2 * iron - 1.1 * lime + 0.03 * (kiln - 980) + rng.normal(0, 1.5, count)
    features = np.column_stack([iron, lime, kiln, hours])
    features[rng.random(count) < 0.15, 2] = np.nan
    return features, redness


def models():
    yield "ridge", make_pipeline(SimpleImputer(strategy="median"), StandardScaler(), Ridge(1.0))
    yield "trees", HistGradientBoostingRegressor(max_iter=5, min_samples_leaf=5, early_stopping=False)


def judge(model, features, redness):
    """The mean score over all tiles, each predicted from the others."""
    scores = cross_val_score(model, features, redness, cv=LeaveOneOut())  # culprit
    return float(scores.mean())


features, redness = tiles(1890, 32)
print("tiles", len(redness))
for name, column in zip(NAMES, features.T, strict=True):
    print(f"{name:6s} {np.nanmean(column):9.3f}  missing {int(np.isnan(column).sum())}")
for name, model in models():
    print(name, judge(model, features, redness))
