"""Predict a building's energy demand and rank what it depends on."""

import numpy as np
from sklearn.ensemble import RandomForestRegressor

NAMES = ["area", "walls", "roof", "height", "glass", "people", "devices", "age"]


def buildings(count=240):
    rng = np.random.default_rng(40)
    x = rng.uniform(0, 1, (count, len(NAMES)))
    y = 30 * x[:, 0] + 12 * x[:, 4] * x[:, 3] + 5 * np.sin(6 * x[:, 5]) + rng.normal(0, 0.5, count)
    return x, y


def train(x, y):
    forest = RandomForestRegressor(40, max_features=1.0, random_state=1)
    return forest.fit(x, y)


x, y = buildings()
forest = train(x[:180], y[:180])
error = forest.predict(x[180:]) - y[180:]
ranking = np.argsort(forest.feature_importances_)[::-1]
print(f"root mean square error {np.sqrt(np.mean(error**2)):.4f}")
for i in ranking[:4]:
    print(f"{NAMES[i]:8} {forest.feature_importances_[i]:.4f}")
