"""Find the nights with many calls of the noctule among the calls of bats.

Culprit: see after.py
"""

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

SPECIES = {"serotine": (27.0, 8.0), "noctule": (20.0, 14.0), "pipistrelle": (45.0, 5.5)}


def calls(per_species, seed):
    rng = np.random.default_rng(seed)
    features, names = [], []
    for name, (pitch, length) in SPECIES.items():
        features.append(
            np.column_stack([rng.normal(pitch, 6.0, per_species), rng.normal(length, 2.5, per_species)])
        )
        names += [name] * per_species
    return np.concatenate(features), np.array(names)


x_train, y_train = calls(120, seed=1)
x_test, y_test = calls(80, seed=2)
night = np.random.default_rng(3).integers(0, 12, len(y_test))
model = make_pipeline(StandardScaler(), LogisticRegression(C=0.5))
model.fit(x_train, y_train)
probabilities = model.predict_proba(x_test)
column = list(model.classes_).index("noctule")
noctule = probabilities[:, column]
expected = np.bincount(night, weights=noctule, minlength=12)
print(f"accuracy {model.score(x_test, y_test):.4f}")
print(f"area under the curve {roc_auc_score(y_test == 'noctule', noctule):.4f}")
print(f"calls expected {expected.sum():.3f}, most in a night {expected.max():.3f}")
print("busy nights", np.flatnonzero(expected > 7.5))
