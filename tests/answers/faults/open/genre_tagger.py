"""Tag clips as 'live recording' from a few audio descriptors.

Symptom: The number is wrong.
Culprit: Roc_auc_score given thresholded tags instead of probabilities (0.661 instead of 0.868).
Report: slychief/ismir2018_tutorial#3
"""

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, roc_auc_score
from sklearn.model_selection import train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler


def clips(n=3000, seed=29):
    rng = np.random.default_rng(seed)
    live = rng.random(n) < 0.12
    flatness = rng.normal(0.35 + 0.10 * live, 0.10)
    crowd = rng.gamma(2 + 1.8 * live, 1.0)
    tempo = rng.normal(118, 22, n)
    dynamic = rng.normal(9 - 1.6 * live, 2.4)
    return np.column_stack([flatness, crowd, tempo, dynamic]), live.astype(int)


class Tagger:
    def __init__(self, threshold=0.5):
        self.threshold = threshold
        self.model = make_pipeline(StandardScaler(), LogisticRegression())

    def fit(self, X, y):
        self.model.fit(X, y)
        return self

    def probability(self, X):
        return self.model.predict_proba(X)[:, 1]

    def tags(self, X):
        return (self.probability(X) >= self.threshold).astype(int)


def report(tagger, X, y):
    tags = tagger.tags(X)
    scores = {"accuracy": accuracy_score(y, tags)}
    scores["tagged live"] = tags.mean()
    scores["auc"] = roc_auc_score(y, tags)  # culprit
    return scores


def main():
    X, y = clips()
    X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.3, random_state=0, stratify=y)
    tagger = Tagger().fit(X_train, y_train)
    for name, value in report(tagger, X_test, y_test).items():
        print(f"{name:12s} {value:.3f}")


main()
