"""Which customers renew? Cross-validated precision of a logistic regression.

Symptom: The program prints NaN or inf.
Culprit: Scoring="precision" with string labels fails, cross_val_score gives NaN.
Report: scikit-learn/scikit-learn#20660
"""

import warnings

import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

warnings.filterwarnings("ignore")

rng = np.random.default_rng(14)
n = 400
customers = pd.DataFrame(
    {
        "months": rng.integers(1, 60, n),
        "tickets": rng.poisson(1.5, n),
        "fee": rng.normal(30, 8, n).round(2),
    }
)
score = 0.05 * customers["months"] - 0.7 * customers["tickets"] - 0.02 * customers["fee"]
chance = 1 / (1 + np.exp(-(score - score.mean())))
customers["renewed"] = np.where(rng.random(n) < chance, "yes", "no")

X = customers[["months", "tickets", "fee"]]
y = customers["renewed"]
print("share that renewed:", (y == "yes").mean())

model = make_pipeline(StandardScaler(), LogisticRegression())
folds = StratifiedKFold(n_splits=5, shuffle=True, random_state=0)
accuracy = cross_val_score(model, X, y, cv=folds, scoring="accuracy")
precision = cross_val_score(model, X, y, cv=folds, scoring="precision")  # culprit

print("accuracy:", accuracy.mean().round(3))
print("precision:", precision.mean())
