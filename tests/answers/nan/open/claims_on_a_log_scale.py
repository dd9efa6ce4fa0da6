"""Predict insurance claims on a log scale and report the error in euros.

Symptom: the mean error in euros is inf.
Culprit: expm1 of a prediction above 709 on the log scale is inf; one customer is 40 times beyond the training range.
Report: scikit-learn/scikit-learn#21943
"""

import numpy as np
from sklearn.compose import TransformedTargetRegressor
from sklearn.linear_model import LinearRegression


def customers(count=300, seed=29):
    rng = np.random.default_rng(seed)
    insured = rng.uniform(10, 100, count)  # thousand euros
    age = rng.uniform(18, 80, count)
    claim = np.expm1(0.25 * insured + 0.01 * age + rng.normal(0, 0.4, count))
    return np.column_stack([insured, age]), claim


def fit(features, claim):
    line = LinearRegression()
    model = TransformedTargetRegressor(line, func=np.log1p, inverse_func=np.expm1)  # culprit, too
    return model.fit(features, claim)


features, claim = customers()
model = fit(features[:250], claim[:250])
features[270] = [4000, 45]  # a factory
claim[270] = 2.5e6
predicted = model.predict(features[250:])  # culprit
error = np.abs(predicted - claim[250:])
print("median error:", f"{np.median(error):.3g}", "euros")
print("mean error:", error.mean(), "euros")
print("worst customer:", 250 + int(np.argmax(error)))
