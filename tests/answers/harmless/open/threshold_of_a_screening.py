"""Choose the threshold of a screening test so that it misses at most five patients in a hundred.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the first threshold of `roc_curve`, which is inf, and scores that are no probabilities.
Report: scikit-learn/scikit-learn#9817
"""

from dataclasses import dataclass

import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import roc_auc_score, roc_curve
from sklearn.model_selection import train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC


@dataclass
class Screening:
    """A threshold with what it finds and what it alarms for nothing."""

    threshold: float
    found: float
    false_alarms: float

    @classmethod
    def choose(cls, ill, scores, at_least):
        false_alarms, found, thresholds = roc_curve(ill, scores)
        first = np.argmax(found >= at_least)
        return cls(thresholds[first], found[first], false_alarms[first])


def scores_of(features, ill):
    """Return the scores of patients that the model has not seen, and whether they are ill."""
    train, test, train_ill, test_ill = train_test_split(features, ill, test_size=0.5, random_state=1)
    model = make_pipeline(StandardScaler(), LinearSVC(C=0.01, random_state=0))
    return model.fit(train, train_ill).decision_function(test), test_ill


features, benign = load_breast_cancer(return_X_y=True)
scores, ill = scores_of(features, benign == 0)
screening = Screening.choose(ill, scores, at_least=0.95)
print(f"scores from {scores.min():.2f} to {scores.max():.2f}, area {roc_auc_score(ill, scores):.4f}")
print(f"threshold {screening.threshold:.3f} finds {screening.found:.1%}")
print(f"and alarms {screening.false_alarms:.1%} of the healthy")
