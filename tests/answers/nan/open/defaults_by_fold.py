"""Estimate how well defaults of loans can be foreseen.

Symptom: the mean score of the cross-validation is nan.
Culprit: the loans are sorted by outcome, so unshuffled folds hold one outcome only, for which the AUC is not defined.
Report: scikit-learn/scikit-learn#20660
"""

import warnings

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

warnings.simplefilter("ignore")


def loans(count=300, defaults=90):
    rng = np.random.default_rng(21)
    outcome = np.zeros(count, int)
    outcome[-defaults:] = 1
    table = rng.normal(size=(count, 4))
    table[:, 0] += 1.2 * outcome
    return table, outcome


table, outcome = loans()
model = make_pipeline(StandardScaler(), LogisticRegression())
folds = KFold(n_splits=5)  # culprit
scores = cross_val_score(model, table, outcome, cv=folds, scoring="roc_auc")  # culprit, too
print("AUC by fold:", scores.round(3))
print("mean AUC:", scores.mean())
