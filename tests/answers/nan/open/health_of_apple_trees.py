"""Compare two classifiers that tell healthy, scabbed and rusty apple trees apart, by the area under the ROC curve.

Symptom: the score of both classifiers is nan in every fold, and the better one is the first of the list.
Culprit: the scorer "roc_auc" fails with three classes, and its failure counts as nan; "roc_auc_ovr" is for them.
Report: none
"""

import warnings

import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

warnings.filterwarnings("ignore")

STATES = ("healthy", "scab", "rust")


def orchard(trees=150, seed=19):
    rng = np.random.default_rng(seed)
    state = rng.choice(3, size=trees, p=[0.5, 0.3, 0.2])
    centres = np.array([[0.8, 0.1, 22.0], [0.6, 0.3, 20.0], [0.5, 0.2, 23.5]])
    leaves = centres[state] + rng.normal(0, [0.12, 0.09, 1.6], (trees, 3))
    return leaves, state


def candidates(seed):
    yield "logistic", make_pipeline(StandardScaler(), LogisticRegression())
    yield "forest", RandomForestClassifier(n_estimators=30, min_samples_leaf=3, random_state=seed)


def score(model, leaves, state):
    folds = StratifiedKFold(4, shuffle=True, random_state=0)
    return cross_val_score(model, leaves, state, cv=folds, scoring="roc_auc")  # culprit


def main():
    leaves, state = orchard()
    print(", ".join(f"{name} {count}" for name, count in zip(STATES, np.bincount(state), strict=True)))
    means = {}
    for name, model in candidates(seed=2):
        scores = score(model, leaves, state)
        means[name] = scores.mean()
        print(f"{name:9s} {np.array2string(scores, precision=3)} mean {means[name]:.3f}")
    print("better:", max(means, key=means.get))


main()
