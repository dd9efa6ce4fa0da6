"""Foretell the yield of olive groves from soil and weather.

Culprit: see after.py
"""

import numpy as np
from sklearn.linear_model import Ridge
from sklearn.metrics import mean_absolute_error
from sklearn.preprocessing import StandardScaler

rng = np.random.default_rng(14)
soil = rng.normal(6.5, 0.6, (200, 3))
weather = rng.normal([400.0, 18.0], [90.0, 2.5], (200, 2))
yields = 20 + 4 * soil[:, 0] + 0.03 * weather[:, 0] - 0.9 * weather[:, 1] + rng.normal(0, 1.5, 200)
rows = np.hstack([soil, weather])

train, test = np.arange(0, 150), np.arange(150, 200)
rows[test] += [0.4, 0.0, 0.0, 60.0, 1.0]
scaler = StandardScaler().fit(rows[train])
model = Ridge(alpha=2.0).fit(scaler.transform(rows[train]), yields[train])
said = model.predict(scaler.transform(rows[test]))

print(f"error {mean_absolute_error(yields[test], said):.6f}")
print(f"bias {(said - yields[test]).mean():.6f}")
print("weights", model.coef_.round(5))
