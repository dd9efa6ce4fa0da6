"""Leaf moisture from near-infrared reflectance, trained in May and used in August.

Symptom: The last number is another one.
Culprit: Small edit: fit_transform on new data instead of transform.
Report: campusx-official/100-days-of-machine-learning#75
"""

import numpy as np
from sklearn.linear_model import Ridge
from sklearn.metrics import mean_absolute_error
from sklearn.preprocessing import StandardScaler

SLOPES = (-0.006, -0.002, 0.003)
LEVELS = (0.9, 0.4, 0.2)


def campaign(n, centre, seed):
    rng = np.random.default_rng(seed)
    moisture = rng.normal(centre, 4.0, n)
    bands = np.column_stack(
        [level + slope * moisture + rng.normal(0, 0.01, n) for level, slope in zip(LEVELS, SLOPES)]
    )
    return bands, moisture


def fit_model(bands, moisture, alpha=1.0):
    scaler = StandardScaler()
    model = Ridge(alpha=alpha)
    model.fit(scaler.fit_transform(bands), moisture)
    return scaler, model


def predict(scaler, model, bands):
    scaled = scaler.fit_transform(bands)  # culprit
    return model.predict(scaled)


def main():
    may_bands, may_moisture = campaign(250, 62.0, 1)
    august_bands, august_moisture = campaign(120, 51.0, 2)
    scaler, model = fit_model(may_bands, may_moisture)
    estimate = predict(scaler, model, august_bands)
    error = mean_absolute_error(august_moisture, estimate)
    print(f"mean moisture in August: {estimate.mean():.2f} %")
    print(f"mean absolute error: {error:.2f} %")


if __name__ == "__main__":
    main()
