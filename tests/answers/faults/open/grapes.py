"""Sugar of grapes, predicted for a warmer year.

Symptom: The warm year is predicted as sweet as any.
Culprit: The new rows are scaled by themselves.
Report: none
"""

import numpy as np
from sklearn.linear_model import Ridge
from sklearn.preprocessing import StandardScaler

rng = np.random.default_rng(1)
past = rng.normal([18, 600], [1.5, 80], (120, 2))
sugar = 60 + 5 * past[:, 0] - 0.02 * past[:, 1] + rng.normal(0, 1, 120)
warm = rng.normal([22, 500], [1.5, 80], (40, 2))
scaler = StandardScaler()
model = Ridge().fit(scaler.fit_transform(past), sugar)
print("warm year:", model.predict(scaler.fit_transform(warm)).mean())  # culprit
