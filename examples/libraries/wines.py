"""Tell three kinds of wine apart by their chemistry with scikit-learn: numscope run wines.py [C].

The data ships with scikit-learn. Some measurements are missing, and are filled in by the mean of their column.
"""

import sys

import numpy as np
from sklearn.datasets import load_wine
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler

strength = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
chemistry, kind = load_wine(return_X_y=True)
chemistry[::7, 4] = np.nan  # magnesium was not measured
chemistry[11, 1] = 0.0  # no malic acid at all

train, test, train_kind, test_kind = train_test_split(chemistry, kind, random_state=0)
model = make_pipeline(
    SimpleImputer(strategy="mean"),
    StandardScaler(),
    LogisticRegression(C=strength),
)
model.fit(train, train_kind)
sure = model.predict_proba(test).max(axis=1)
print(f"{model.score(test, test_kind):.0%} right, {sure.mean():.3f} sure of it on average")

acids = FunctionTransformer(np.log).fit_transform(chemistry[:, 1:2])
print("mean of the logarithms of malic acid:", acids.mean())
