"""Predict relapse of patients from a gene expression panel.

Selects genes, fits a logistic model and reports the held-out accuracy.

Symptom: the held-out accuracy is far above one half although the expression is independent of the relapse
Culprit: the 15 best of 2000 genes are selected on all 90 patients before the split, so the test labels took part in the selection.
Report: none
"""

import numpy as np
from sklearn.feature_selection import SelectKBest, f_classif
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedShuffleSplit
from sklearn.preprocessing import StandardScaler


def cohort(rng, patients=90, genes=2000):
    relapse = rng.permutation(np.repeat([0, 1], patients // 2))
    batch = rng.normal(0, 0.5, (patients, 1))
    expression = rng.normal(0, 1, (patients, genes)) + batch
    return expression, relapse


class PanelStudy:
    def __init__(self, panel=15):
        self.select = SelectKBest(f_classif, k=panel)
        self.scale = StandardScaler()
        self.model = LogisticRegression(C=0.5)

    def fit(self, x, y):
        z = self.scale.fit_transform(self.select.transform(x))
        self.model.fit(z, y)
        return self

    def risk(self, x):
        return self.model.predict_proba(self.scale.transform(self.select.transform(x)))[:, 1]

    def held_out(self, x, y, rounds=12):
        self.select.fit(x, y)  # culprit
        accuracy, auc = [], []
        cv = StratifiedShuffleSplit(rounds, test_size=0.3, random_state=4)
        for train, test in cv.split(x, y):
            risk = self.fit(x[train], y[train]).risk(x[test])
            accuracy.append(np.mean((risk > 0.5) == y[test]))
            auc.append(roc_auc_score(y[test], risk))
        return np.array(accuracy), np.array(auc)


def main():
    x, relapse = cohort(np.random.default_rng(2))
    accuracy, auc = PanelStudy().held_out(x, relapse)
    print("patients:", len(relapse), "genes:", x.shape[1])
    print("held-out accuracy: %.4f +- %.4f" % (accuracy.mean(), accuracy.std(ddof=1)))
    print("held-out auc: %.4f" % auc.mean())
    print("worst split: %.4f" % accuracy.min())


if __name__ == "__main__":
    main()
