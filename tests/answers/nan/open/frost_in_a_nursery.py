"""Which seedlings a frost will kill, judged by cross-validation.

Symptom: three of the four scores are nan
Culprit: the list is sorted by the outcome and the folds are not shuffled, so that a fold holds one class alone
Report: scikit-learn/scikit-learn#12888
"""

import warnings

import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import KFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

warnings.simplefilter("ignore")


def nursery(count):
    rng = np.random.default_rng(23)
    height = rng.uniform(5, 60, count)
    mulch = rng.uniform(0, 8, count)
    lowest = rng.normal(-4, 3, count)
    dies = -0.3 * lowest - 0.2 * mulch - 0.02 * height + rng.normal(0, 0.5, count) > 0.4
    features = np.stack([height, mulch, lowest], axis=1)
    order = np.argsort(dies, kind="stable")  # the gardener lists the survivors first
    return features[order], dies[order].astype(int)


def judged(features, dies):
    model = make_pipeline(StandardScaler(), RandomForestClassifier(20, random_state=0))
    folds = KFold(4)  # culprit, too
    return cross_val_score(model, features, dies, cv=folds, scoring="roc_auc")  # culprit


def main():
    features, dies = nursery(80)
    scores = judged(features, dies)
    print("deaths:", dies.sum(), "of", len(dies))
    print("scores:", scores)
    print("area under the curve:", scores.mean())


main()
