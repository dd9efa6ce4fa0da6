"""Predicts the weekly tomato harvest of a greenhouse from climate records: nearest
neighbours over past weeks, tested on the last quarter of the records.
Symptom: the error at k = 9 fell from 0.1963 kg to 0.1718 kg and R2 rose from 0.8845 to 0.9134 without any change of the model.
Culprit: the scaler is fitted on all records including the test quarter instead of the training records.
Report: none
"""

from collections import namedtuple

import numpy as np
from sklearn.metrics import mean_absolute_error, r2_score
from sklearn.neighbors import KNeighborsRegressor
from sklearn.preprocessing import StandardScaler

Split = namedtuple("Split", "x_train x_test y_train y_test")
NEIGHBOURS = (3, 5, 9, 15, 25)


def climate_records(n=320, seed=21):
    rng = np.random.default_rng(seed)
    week = np.arange(n)
    light = 14 + 8 * np.sin(2 * np.pi * (week - 12) / 52) + rng.normal(0, 1.2, n)
    temp = 19 + 0.25 * light + rng.normal(0, 0.8, n)
    co2 = 620 + 1.6 * np.maximum(week - 200, 0) + rng.normal(0, 45, n)
    # the humidity probe was exchanged near the end
    humidity = 74 - 0.4 * light + rng.normal(0, 3, n) + 9.0 * (week > 250)
    harvest = 2.1 + 0.11 * light + 0.05 * temp + 0.0011 * co2 - 0.015 * humidity + rng.normal(0, 0.15, n)
    return np.column_stack([light, temp, co2, humidity]), harvest


def prepare(x, y, share=0.75):
    cut = int(share * len(x))
    scaler = StandardScaler().fit(x)  # culprit
    z = scaler.transform(x)
    return Split(z[:cut], z[cut:], y[:cut], y[cut:])


def predict(split, k):
    model = KNeighborsRegressor(n_neighbors=k, weights="distance")
    return model.fit(split.x_train, split.y_train).predict(split.x_test)


def main():
    split = prepare(*climate_records())
    forecasts = {k: predict(split, k) for k in NEIGHBOURS}
    errors = {k: mean_absolute_error(split.y_test, f) for k, f in forecasts.items()}
    for k, f in forecasts.items():
        print(f"k={k:2d}  MAE {errors[k]:.4f} kg  R2 {r2_score(split.y_test, f):.4f}")
    best = min(errors, key=errors.get)
    print("best k:", best)
    print(f"bias of the last quarter: {(forecasts[best] - split.y_test).mean():+.4f} kg")
    print("next weeks:", *(f"{v:.3f}" for v in forecasts[best][-5:]))


if __name__ == "__main__":
    main()
