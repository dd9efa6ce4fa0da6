"""Predict soil moisture from radar with a cross-validated ridge regression."""

import numpy as np
from sklearn.linear_model import Ridge
from sklearn.metrics import r2_score
from sklearn.model_selection import KFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, StandardScaler


def fields(count=120):
    rng = np.random.default_rng(4)
    radar = rng.normal(size=(count, 3))
    moisture = radar @ [0.5, -1.0, 0.3] + 0.4 * radar[:, 0] * radar[:, 1] + rng.normal(0, 0.3, count)
    return radar, moisture


radar, moisture = fields()
model = make_pipeline(StandardScaler(), PolynomialFeatures(2), Ridge(alpha=1.0))
folds = KFold(5, shuffle=True, random_state=0)
predicted = cross_val_predict(model, radar, moisture, cv=folds)
print("first:", predicted[:4].round(4))
print("R2:", round(r2_score(moisture, predicted), 5))
