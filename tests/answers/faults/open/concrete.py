"""Concrete: strength by mixture.

Symptom: The coefficients are near 0.
Culprit: Mixtures and strengths are shuffled each by itself.
Report: none
"""

import numpy as np
from sklearn.linear_model import Ridge

rng = np.random.default_rng(11)
mixture = rng.uniform(size=(60, 3))
strength = mixture @ [30.0, 5.0, -10.0]
rng.shuffle(mixture)  # culprit, too
rng.shuffle(strength)  # culprit
print(Ridge(alpha=1e-3).fit(mixture, strength).coef_)
