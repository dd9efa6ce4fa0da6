"""Predict which patients come back to a hospital within a month."""

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss, roc_auc_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

rng = np.random.default_rng(8)
age = rng.normal(61, 14, 300)
nights = rng.gamma(2.0, 2.5, 300)
drugs = rng.poisson(4, 300)
x = np.column_stack([age, nights, drugs])
y = (0.03 * (age - 60) + 0.2 * nights + 0.15 * drugs + rng.normal(0, 1, 300) > 2.2).astype(int)
x_train, x_test, y_train, y_test = train_test_split(x, y, test_size=0.3, random_state=0)
scaler = StandardScaler().fit(x_train)
model = LogisticRegression().fit(scaler.transform(x_train), y_train)
chance = model.predict_proba(scaler.transform(x_test))[:, 1]
print(f"log loss {log_loss(y_test, chance):.5f}")
print(f"area under the curve {roc_auc_score(y_test, chance):.5f}")
