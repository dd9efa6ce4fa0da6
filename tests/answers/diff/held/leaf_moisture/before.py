"""Leaf moisture from near-infrared reflectance, trained in May and used in August."""

import numpy as np
from sklearn.linear_model import Ridge
from sklearn.metrics import mean_absolute_error
from sklearn.preprocessing import StandardScaler


def campaign(n, centre, seed):
    rng = np.random.default_rng(seed)
    moisture = rng.normal(centre, 4.0, n)
    bands = np.column_stack(
        [
            0.9 - 0.006 * moisture + rng.normal(0, 0.01, n),
            0.4 - 0.002 * moisture + rng.normal(0, 0.01, n),
            0.2 + 0.003 * moisture + rng.normal(0, 0.01, n),
        ]
    )
    return bands, moisture


def fit_model(bands, moisture):
    scaler = StandardScaler()
    model = Ridge(alpha=1.0)
    model.fit(scaler.fit_transform(bands), moisture)
    return scaler, model


def predict(scaler, model, bands):
    return model.predict(scaler.transform(bands))


def main():
    may_bands, may_moisture = campaign(250, 62.0, 1)
    august_bands, august_moisture = campaign(120, 51.0, 2)
    scaler, model = fit_model(may_bands, may_moisture)
    estimate = predict(scaler, model, august_bands)
    print(f"mean moisture in August: {estimate.mean():.2f} %")
    print(f"mean absolute error: {mean_absolute_error(august_moisture, estimate):.2f} %")


if __name__ == "__main__":
    main()
