"""Estimate the water level of wells from those around them."""

import numpy as np
from sklearn.model_selection import KFold, cross_val_predict
from sklearn.neighbors import KNeighborsRegressor

rng = np.random.default_rng(24)
places = rng.uniform(0, 10, (150, 2))
level = 20 + 3 * np.sin(places[:, 0]) + 0.8 * places[:, 1] + rng.normal(0, 0.3, 150)

model = KNeighborsRegressor(n_neighbors=8, weights="distance")
folds = KFold(5, shuffle=True, random_state=1)
estimate = cross_val_predict(model, places, level, cv=folds)
error = estimate - level
print(f"root mean square error {np.sqrt((error**2).mean()):.5f} m")
print(f"largest error {np.abs(error).max():.4f} m at well {np.abs(error).argmax()}")
new = model.fit(places, level).predict([[2.0, 3.0], [7.5, 8.0], [5.0, 0.5]])
print("new wells:", np.round(new, 3))
