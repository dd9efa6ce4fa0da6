"""Judge a model of crop yield on eleven fields by leaving out one field at a time.

Symptom: the R2 of the model is nan; the predictions look fine.
Culprit: every test set has one field, and R2 is not defined for fewer than two samples.
Report: scikit-learn/scikit-learn#15900
"""

import warnings

import numpy as np
from sklearn.exceptions import UndefinedMetricWarning
from sklearn.impute import SimpleImputer
from sklearn.linear_model import Ridge
from sklearn.model_selection import LeaveOneOut, cross_val_predict, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

warnings.simplefilter("ignore", UndefinedMetricWarning)


def fields(count=11, seed=18):
    rng = np.random.default_rng(seed)
    soil = rng.normal(0, 1, (count, 3))
    crop = 6 + soil @ [0.8, -0.5, 0.2] + rng.normal(0, 0.2, count)
    soil[2, 1] = soil[7, 0] = np.nan  # samples lost
    return soil, crop


soil, crop = fields()
model = make_pipeline(SimpleImputer(), StandardScaler(), Ridge(alpha=1.0))
predicted = cross_val_predict(model, soil, crop, cv=LeaveOneOut())
scores = cross_val_score(model, soil, crop, cv=LeaveOneOut(), scoring="r2")  # culprit
print("largest error:", np.abs(predicted - crop).max().round(2), "tons")
print("R2:", scores.mean())
