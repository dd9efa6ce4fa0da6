"""Predict the wear of brake pads from rides of the first winter and check it on the rides of the second."""

import numpy as np
from sklearn.linear_model import Ridge
from sklearn.metrics import mean_absolute_error, r2_score
from sklearn.preprocessing import StandardScaler

rng = np.random.default_rng(17)
n = 120
winter = np.repeat([1, 2], n // 2)
load = rng.normal(np.where(winter == 1, 3.0, 4.4), 0.8)
stops = rng.gamma(3.0, np.where(winter == 1, 8.0, 14.0))
slope = rng.normal(0, 2.0, n)
x = np.column_stack([load, stops, slope])
y = 0.4 * load + 0.03 * stops + 0.05 * slope + rng.normal(0, 0.15, n)

train, test = winter == 1, winter == 2

scaler = StandardScaler()
x_train = scaler.fit_transform(x[train])
x_test = scaler.transform(x[test])

model = Ridge(alpha=12.0)
model.fit(x_train, y[train])
predicted = model.predict(x_test)

print("weights", model.coef_.round(6))
print(f"intercept {model.intercept_:.6f}")
print(f"error {mean_absolute_error(y[test], predicted):.6f} mm, r2 {r2_score(y[test], predicted):.6f}")
print(f"worst ride {np.abs(predicted - y[test]).max():.6f} mm")
