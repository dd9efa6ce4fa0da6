"""Grapes by their spectra: accuracy on bottles kept aside.

Symptom: Better than on bottles of next year.
Culprit: The PCA has seen the bottles that are kept aside.
Report: none
"""

import numpy as np
from sklearn.decomposition import PCA
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score

rng = np.random.default_rng(4)
spectra = rng.normal(size=(90, 12))
grape = (spectra[:, 0] + 0.5 * rng.normal(size=90) > 0).astype(int)
parts = PCA(4).fit_transform(spectra)  # culprit
first, second = parts[:60], parts[60:]
model = LogisticRegression().fit(first, grape[:60])
print(accuracy_score(grape[60:], model.predict(second)))
