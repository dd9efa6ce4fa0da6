"""The two components along which pictures differ most.

Symptom: They explain 1 % of the variance.
Culprit: eigh gives the smallest eigenvalues first.
Report: none
"""

import numpy as np

rng = np.random.default_rng(0)
x = rng.normal(size=(200, 6)) * [9, 7, 1, 0.5, 0.3, 0.1]
x -= x.mean(axis=0)
values, vectors = np.linalg.eigh(x.T @ x / len(x))
parts = x @ vectors[:, :2]  # culprit
print("explained:", parts.var(axis=0).sum() / x.var(axis=0).sum())
