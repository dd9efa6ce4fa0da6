"""Choose whether to take roots before a model that predicts the noise of machines.

Symptom: the score with roots is nan, and the warning about it scrolls by.
Culprit: the square root is taken of temperatures in degrees Celsius, some of which are below zero.
Report: scikit-learn/scikit-learn#15153
"""

import warnings

import numpy as np
from sklearn.linear_model import Ridge
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import FunctionTransformer

warnings.simplefilter("ignore")
rng = np.random.default_rng(6)
machines = np.column_stack([rng.normal(8, 6, 120), rng.uniform(200, 900, 120)])
noise = 40 + 0.02 * machines[:, 1] + rng.normal(0, 1, 120)
model = Pipeline(
    [
        ("change", FunctionTransformer()),
        ("line", Ridge()),
    ]
)
choices = {
    "change__func": [None, np.sqrt],  # culprit
}
search = GridSearchCV(model, choices, cv=4, refit=False)
search.fit(machines, noise)
scores = search.cv_results_["mean_test_score"]
print("scores:", scores)
print("gain by roots:", scores[1] - scores[0])
