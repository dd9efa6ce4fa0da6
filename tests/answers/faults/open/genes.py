"""Genes that tell ill from well, judged by cross-validation.

Symptom: Far better than chance, though the genes are noise.
Culprit: The genes are chosen by the answers of all folds.
Report: none
"""

import numpy as np
from sklearn.feature_selection import SelectKBest
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_score

rng = np.random.default_rng(1)
genes = rng.normal(size=(60, 400))
ill = rng.integers(0, 2, 60)
best = SelectKBest(k=10)
chosen = best.fit_transform(genes, ill)  # culprit
print(cross_val_score(LogisticRegression(), chosen, ill, cv=5).mean())
