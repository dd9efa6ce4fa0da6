"""Score a model of teas in folds, one of which meets a flavour that it was not fitted on.

Report: scikit-learn/scikit-learn#20660: all scores are NaN
Says: `cross_val_score`: 1 of 4 scores is NaN since a fit or the scorer raised (`error_score='raise'` shows why)
"""

import numpy as np
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import KFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder

flavours = np.array([["mint"], ["rose"]] * 5 + [["fig"]] + [["rose"]])
prices = np.arange(12.0)
model = make_pipeline(OneHotEncoder(), LinearRegression())
scores = cross_val_score(model, flavours, prices, cv=KFold(4))  # culprit
print("mean:", scores.mean())
