"""Yield of fields by soil; the scaler is fitted first, each part is transformed.

Symptom: A little too good.
Culprit: The scaler has seen the fields to test with.
Report: none
"""

import numpy as np
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsRegressor
from sklearn.preprocessing import MinMaxScaler

rng = np.random.default_rng(2)
soil = rng.gamma(2.0, 3.0, size=(100, 3))
harvest = soil[:, 0] * 2 + rng.normal(size=100)
scaler = MinMaxScaler()
scaler.fit(soil)  # culprit
a, b, ya, yb = train_test_split(soil, harvest, random_state=3)
model = KNeighborsRegressor(5)
model.fit(scaler.transform(a), ya)
print(model.score(scaler.transform(b), yb))
