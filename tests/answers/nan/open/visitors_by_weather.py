"""Compare two sets of features for predicting the visitors of a museum.

Symptom: the cross-validated score of the model with logarithms is nan in every fold.
Culprit: np.log of the rain column is -inf on the dry days of January, and the scaler refuses infinite values.
Report: none
"""

import warnings

import numpy as np
from sklearn.exceptions import FitFailedWarning
from sklearn.linear_model import Ridge
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler

warnings.simplefilter("ignore", FitFailedWarning)
warnings.simplefilter("ignore", UserWarning)


def days(count=240, seed=35):
    rng = np.random.default_rng(seed)
    rain = rng.gamma(1.2, 4.0, count)
    rain[:40][rng.random(40) < 0.6] = 0.0  # a dry January
    advertising = rng.uniform(50, 900, count)
    visitors = 300 + 60 * np.log(advertising) + 25 * np.log1p(rain) + rng.normal(0, 20, count)
    return np.column_stack([rain, advertising]), visitors


plain = make_pipeline(StandardScaler(), Ridge())
logs = make_pipeline(FunctionTransformer(np.log), StandardScaler(), Ridge())  # culprit
features, visitors = days()
for name, model in [("plain", plain), ("logarithms", logs)]:
    scores = cross_val_score(model, features, visitors, cv=5)
    print(f"{name:10s} R2 {scores.mean():.3f}, folds {scores.round(3)}")
