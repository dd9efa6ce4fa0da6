"""Share of the variation in olive oil spectra that two components carry."""

import numpy as np

rng = np.random.default_rng(70)
oils, bands = 120, 25
wave = np.linspace(0, 1, bands)
acid = rng.normal(0, 1.0, size=(oils, 1))
green = rng.normal(0, 0.6, size=(oils, 1))
spectra = acid * np.exp(-((wave - 0.3) ** 2) / 0.02) + green * np.cos(3 * wave)
spectra += rng.normal(0, 0.15, size=spectra.shape)

centred = spectra - spectra.mean(axis=0)
_, _, directions = np.linalg.svd(centred, full_matrices=False)
scores = centred @ directions[:2].T

share = scores.var(axis=0).sum() / centred.var(axis=0).sum()
print("scores:", scores.shape)
print(f"share of two components: {share:.4f}")
