"""Estimate the moisture of grain from a spectrum with ridge regression.

Symptom: scores and weights differ
Culprit: the scaler no longer divides by the deviation
Report: none
"""

import numpy as np
from sklearn.linear_model import Ridge
from sklearn.model_selection import KFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

rng = np.random.default_rng(8)
spectra = rng.normal(0, 1, (120, 30)) * np.linspace(0.1, 5, 30)
moisture = spectra[:, 3] * 0.8 + spectra[:, 20] * 0.05 + rng.normal(0, 0.1, 120)

ridge = Ridge(alpha=1.0)
model = make_pipeline(StandardScaler(with_std=False), ridge)  # culprit
folds = KFold(n_splits=5, shuffle=True, random_state=0)
scores = cross_val_score(model, spectra, moisture, cv=folds)
print("scores:", scores.round(6))
print("mean:", scores.mean())
model.fit(spectra, moisture)
print("weights:", model.named_steps["ridge"].coef_[:5].round(6))
