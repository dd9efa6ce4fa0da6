"""How well can defects of castings be seen in their X-ray features? Five folds, area under the curve.

Symptom: the mean area under the curve is nan.
Culprit: the table is sorted by result and KFold does not shuffle, so four of five folds hold one class only.
Report: scikit-learn/scikit-learn#30079
"""

import warnings

import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import KFold, cross_val_score

warnings.filterwarnings("ignore")


def castings(good=144, bad=36, seed=77):
    rng = np.random.default_rng(seed)
    pores = np.concatenate([rng.gamma(2.0, 1.0, good), rng.gamma(3.0, 1.6, bad)])
    density = np.concatenate([rng.normal(7.1, 0.05, good), rng.normal(7.02, 0.08, bad)])
    wall = rng.normal(4.0, 0.3, good + bad)
    return np.column_stack([pores, density, wall]), np.repeat([0, 1], [good, bad])


features, defect = castings()
model = RandomForestClassifier(n_estimators=20, random_state=0)
areas = cross_val_score(model, features, defect, cv=KFold(5), scoring="roc_auc")  # culprit
print("folds", np.round(areas, 3))
print(f"area under the curve: {np.mean(areas):.3f}")
