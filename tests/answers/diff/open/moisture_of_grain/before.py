"""Estimate the moisture of grain from a spectrum with ridge regression."""

import numpy as np
from sklearn.linear_model import Ridge
from sklearn.model_selection import KFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

rng = np.random.default_rng(8)
spectra = rng.normal(0, 1, (120, 30)) * np.linspace(0.1, 5, 30)
moisture = spectra[:, 3] * 0.8 + spectra[:, 20] * 0.05 + rng.normal(0, 0.1, 120)

model = make_pipeline(StandardScaler(), Ridge(alpha=1.0))
folds = KFold(5, shuffle=True, random_state=0)
scores = cross_val_score(model, spectra, moisture, cv=folds)
print("scores:", scores.round(6))
print("mean:", scores.mean())
model.fit(spectra, moisture)
print("weights:", model[-1].coef_[:5].round(6))
