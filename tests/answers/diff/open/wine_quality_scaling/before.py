"""Predict the quality of wines of a new vintage with scaled features."""

import numpy as np
from sklearn.linear_model import Ridge
from sklearn.metrics import mean_absolute_error
from sklearn.preprocessing import StandardScaler

rng = np.random.default_rng(70)
data = []
for n, warm in ((200, 0.0), (60, 1.1)):
    alcohol = rng.normal(11.0 + warm, 0.9, n)
    acid = rng.normal(6.2 - 0.5 * warm, 0.8, n)
    sugar = rng.gamma(2.0, 1.5, n)
    quality = 5.5 + 0.7 * (alcohol - 11) - 0.3 * (acid - 6.2) + rng.normal(0, 0.2, n)
    data.append((np.column_stack([alcohol, acid, sugar]), quality))
(X_train, y_train), (X_new, y_new) = data

scaler = StandardScaler()
X_train = scaler.fit_transform(X_train)
X_new = scaler.transform(X_new)
model = Ridge(alpha=1.0)
model.fit(X_train, y_train)
y_hat = model.predict(X_new)
print("coefficients:", np.round(model.coef_, 4))
print(f"mean quality {y_new.mean():.4f}, predicted {y_hat.mean():.4f}")
print(f"mean absolute error {mean_absolute_error(y_new, y_hat):.4f}")
