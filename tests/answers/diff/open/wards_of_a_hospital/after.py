"""Predict which patients come back to a hospital within a month.

Symptom: the log loss on the test patients differs.
Culprit: the test patients are scaled by their own mean and spread, not by those of the training patients.
Report: none
"""

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss, roc_auc_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler


def patients(count, seed):
    rng = np.random.default_rng(seed)
    age = rng.normal(61, 14, count)
    nights = rng.gamma(2.0, 2.5, count)
    drugs = rng.poisson(4, count)
    risk = 0.03 * (age - 60) + 0.2 * nights + 0.15 * drugs + rng.normal(0, 1, count)
    return np.column_stack([age, nights, drugs]), (risk > 2.2).astype(int)


def scaled(features):
    return StandardScaler().fit_transform(features)  # culprit


def fit(features, labels):
    return LogisticRegression().fit(scaled(features), labels)


def report(model, features, labels):
    chance = model.predict_proba(scaled(features))[:, 1]  # culprit, too
    print(f"log loss {log_loss(labels, chance):.5f}")
    print(f"area under the curve {roc_auc_score(labels, chance):.5f}")


def main():
    x, y = patients(300, seed=8)
    x_train, x_test, y_train, y_test = train_test_split(x, y, test_size=0.3, random_state=0)
    report(fit(x_train, y_train), x_test, y_test)


main()
