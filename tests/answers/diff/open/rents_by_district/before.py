"""Learn rents with a forest, and say which features matter."""

import numpy as np
from sklearn.ensemble import RandomForestRegressor
from sklearn.metrics import mean_absolute_error
from sklearn.model_selection import train_test_split

rng = np.random.default_rng(1)
X = rng.uniform(0, 1, (300, 6))
y = 500 + 800 * X[:, 0] + 200 * X[:, 1] ** 2 + rng.normal(0, 20, 300)
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.25, random_state=3)
forest = RandomForestRegressor(n_estimators=30, random_state=3)
forest.fit(X_train, y_train)
error = mean_absolute_error(y_test, forest.predict(X_test))
print("error:", error)
print("importances:", forest.feature_importances_.round(6))
