"""Sort frog calls into species by their spectra.

Culprit: see after.py
"""

import numpy as np
from sklearn.decomposition import PCA
from sklearn.metrics import balanced_accuracy_score
from sklearn.model_selection import train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.svm import SVC


def spectra(count, seed):
    rng = np.random.default_rng(seed)
    kind = rng.integers(0, 3, count)
    bands = np.arange(24)
    centre = np.array([6, 9, 14])[kind] + rng.normal(0, 1.5, count)
    power = np.exp(-(((bands - centre[:, None]) / 3) ** 2)) * rng.uniform(0.5, 3, (count, 1))
    return power + rng.normal(0, 0.15, power.shape), kind


x, kind = spectra(240, seed=23)
x_train, x_test, y_train, y_test = train_test_split(x, kind, test_size=0.4, random_state=7)
model = make_pipeline(PCA(n_components=6, whiten=True), SVC(C=2.0))
model.fit(x_train, y_train)
margins = model.decision_function(x_test)
guess = model.predict(x_test)
print(f"balanced accuracy {balanced_accuracy_score(y_test, guess):.5f}")
print(f"support vectors {model[-1].n_support_.sum()}")
print(f"largest margin {margins.max():.5f}")
print(f"variance kept {model[0].explained_variance_ratio_.sum():.5f}")
