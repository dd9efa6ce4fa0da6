"""Estimate how grades and a letter change the odds of admission to a course.

Symptom: The odds ratios are closer to 1 than those of the published logistic regression on the same data.
Culprit: `LogisticRegression()` has C=1.0, an L2 penalty; the published model is unpenalised, C=1e9.
Report: raphaelvallat/pingouin#53
"""

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss


def applicants(count=120):
    rng = np.random.default_rng(13)
    grade = rng.normal(2.4, 0.6, count)
    test = rng.normal(0.62, 0.12, count)
    letter = rng.integers(0, 2, count)
    logit = -1.4 * (grade - 2.4) + 7.0 * (test - 0.62) + 0.9 * letter
    admitted = rng.random(count) < 1 / (1 + np.exp(-logit))
    return np.column_stack([grade, test, letter]), admitted.astype(int)


def fit(x, y):
    model = LogisticRegression()  # culprit
    return model.fit(x, y)


def main():
    x, y = applicants()
    model = fit(x, y)
    for name, odds in zip(("grade", "test", "letter"), np.exp(model.coef_[0]), strict=True):
        print(f"odds ratio of {name:6} {odds:.5f}")
    print(f"log loss {log_loss(y, model.predict_proba(x)):.6f}")


main()
