"""Choose the penalty of a regression of exam marks by leave-one-out.

Symptom: the score of every penalty is nan, and the first one is chosen.
Culprit: R2 of a single test row is not defined; leave-one-out needs another score.
Report: scikit-learn/scikit-learn#4353
"""

import warnings

import numpy as np
from sklearn.linear_model import Ridge
from sklearn.model_selection import LeaveOneOut, cross_val_score

warnings.filterwarnings("ignore")


def marks(count, seed):
    rng = np.random.default_rng(seed)
    hours = rng.uniform(0, 30, count)
    sleep = rng.normal(7, 1, count)
    return np.column_stack([hours, sleep]), 30 + 1.6 * hours + 2 * sleep + rng.normal(0, 4, count)


def score(penalty, x, y):
    return cross_val_score(Ridge(alpha=penalty), x, y, cv=LeaveOneOut()).mean()  # culprit


def main():
    x, y = marks(18, seed=2)
    scores = {penalty: score(penalty, x, y) for penalty in (0.1, 1.0, 10.0)}
    best = max(scores, key=scores.get)
    for penalty, value in scores.items():
        print(f"penalty {penalty:5.1f}: {value:.3f}")
    print("chosen:", best)


main()
