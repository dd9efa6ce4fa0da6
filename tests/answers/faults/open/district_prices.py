"""District prices.

Symptom: The number is wrong.
Culprit: Scaler refitted on the new data (fit_transform instead of transform; MAE 43.0 instead of 10.5).
Report: tensorflow/skflow#157
"""

import numpy as np
from sklearn.linear_model import Ridge
from sklearn.metrics import mean_absolute_error
from sklearn.preprocessing import StandardScaler

FEATURES = ["area_m2", "rooms", "age_years", "distance_km"]


def sales(n, rng, suburb):
    area = rng.normal(105 if suburb else 72, 18, n)
    rooms = np.round(area / 24 + rng.normal(0, 0.6, n))
    age = rng.gamma(3, 9 if suburb else 14, n)
    distance = rng.normal(11 if suburb else 4, 1.5, n).clip(0.3)
    price = 90 + 3.1 * area + 6 * rooms - 0.7 * age - 9 * distance + rng.normal(0, 14, n)
    return np.column_stack([area, rooms, age, distance]), price


def prepare(seed=8):
    rng = np.random.default_rng(seed)
    X_train, y_train = map(np.concatenate, zip(sales(500, rng, False), sales(150, rng, True)))
    X_new, y_new = sales(200, rng, True)
    return X_train, y_train, X_new, y_new


def fit(X, y):
    scaler = StandardScaler()
    model = Ridge(alpha=1.0).fit(scaler.fit_transform(X), y)
    return scaler, model


def predict(scaler, model, X):
    Z = scaler.fit_transform(X)  # culprit
    return model.predict(Z)


if __name__ == "__main__":
    X_train, y_train, X_new, y_new = prepare()
    scaler, model = fit(X_train, y_train)
    for name, coef in zip(FEATURES, model.coef_):
        print(f"{name:12s} {coef:+8.2f}")
    print(f"R2 on training sales: {model.score(scaler.transform(X_train), y_train):.3f}")
    estimate = predict(scaler, model, X_new)
    print(f"mean estimate {estimate.mean():.1f} k, mean sale {y_new.mean():.1f} k")
    print(f"mean absolute error in the new suburb: {mean_absolute_error(y_new, estimate):.1f} k")
