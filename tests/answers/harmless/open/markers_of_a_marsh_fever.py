"""Looks for proteins in blood that announce a rare marsh fever: picks the best of a
large panel and estimates by repeated splits how well they tell ill from healthy.

Symptom: none
Culprit: none
Tempts: far more columns than rows, scores that change from split to split
"""

import numpy as np
from sklearn.feature_selection import SelectKBest, f_classif
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedShuffleSplit
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

N_PATIENTS, N_PROTEINS, KEEP = 90, 1500, 15


def hospital(rng, n):
    """Log abundances; one real marker with a small effect in the whole panel."""
    ill = rng.permutation(np.arange(n) % 2)
    batch = rng.normal(0, 0.3, (n, 1))
    panel = rng.normal(0, 1, (n, N_PROTEINS)) + batch
    panel[:, 700] += 0.35 * ill
    return panel, ill


class Study:
    def __init__(self, panel, ill):
        self.panel, self.ill = panel, ill

    def pick(self, rows):
        chosen = SelectKBest(f_classif, k=KEEP).fit(self.panel[rows], self.ill[rows])
        return np.flatnonzero(chosen.get_support())

    def splits(self, n=20):
        cutter = StratifiedShuffleSplit(n_splits=n, test_size=0.3, random_state=3)
        everyone = np.arange(len(self.ill))
        for train, test in cutter.split(self.panel, self.ill):
            proteins = self.pick(train)
            model = make_pipeline(StandardScaler(), LogisticRegression(C=0.1))
            model.fit(self.panel[train][:, proteins], self.ill[train])
            chance = model.predict_proba(self.panel[test][:, proteins])[:, 1]
            yield proteins, roc_auc_score(self.ill[test], chance)


def main():
    rng = np.random.default_rng(1717)
    study = Study(*hospital(rng, N_PATIENTS))
    found, areas = zip(*study.splits())
    times = np.bincount(np.concatenate(found), minlength=N_PROTEINS)
    print(f"patients {N_PATIENTS}, of them ill {study.ill.sum()}, proteins {N_PROTEINS}")
    print(f"area under the curve {np.mean(areas):.3f} +- {np.std(areas):.3f}")
    print(f"worst split {min(areas):.3f}, best {max(areas):.3f}")
    top = np.argsort(-times, kind="stable")[:5]
    print("picked most often", [f"{p} ({times[p]})" for p in top.tolist()])
    print(f"proteins ever picked {(times > 0).sum()}")


if __name__ == "__main__":
    main()
