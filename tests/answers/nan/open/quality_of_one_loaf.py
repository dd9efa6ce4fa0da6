"""Score a model of loaves in each fold, by R2.

Symptom: the mean score is nan.
Culprit: with as many folds as loaves each fold has one, of which R2 is not defined.
Report: none
"""

import warnings

import numpy as np
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import LeaveOneOut, cross_val_score

warnings.simplefilter("ignore")
rng = np.random.default_rng(59)
flour = rng.uniform(300, 500, (12, 2))
volume = flour @ np.array([1.5, 0.7]) + rng.normal(0, 10, 12)
scores = cross_val_score(LinearRegression(), flour, volume, cv=LeaveOneOut(), scoring="r2")  # culprit
print("scores:", scores)
print("mean:", scores.mean())
