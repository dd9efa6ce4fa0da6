"""Validate a fit with one sample left out at a time.

Report: scikit-learn/scikit-learn#15900: R² of one sample
Says: `cross_val_score`: R² is not defined for folds of 1 sample
"""

import numpy as np
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import LeaveOneOut, cross_val_score

x = np.arange(6.0)[:, np.newaxis]
scores = cross_val_score(LinearRegression(), x, 2 * x[:, 0] + 1, cv=LeaveOneOut())  # culprit
print("mean:", scores.mean())
