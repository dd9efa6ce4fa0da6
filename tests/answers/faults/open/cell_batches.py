"""Predicts the capacity fade of field battery cells with a model trained in the laboratory.

Symptom: the predicted mean fade of the field cells is 32.03 %, exactly that of the laboratory cells, although 41.51 % was observed.
Culprit: the scaler is fitted anew on the field batch, which takes away that its cells are 11 degrees warmer; with the laboratory scaling the mean is 41.40 %.
Report: https://lschmiddey.github.io/fastpages_/2021/10/25/How-to-correctly-standardize-your-data.html
"""

import numpy as np
from sklearn.linear_model import Ridge
from sklearn.preprocessing import StandardScaler

TRUE_WEIGHTS = np.array([0.9, -0.4, 0.25])


def make_batch(count, temperature, generator):
    """Features of battery cells: temperature, charge current, resistance."""
    features = np.column_stack(
        [
            generator.normal(temperature, 3.0, count),
            generator.normal(1.5, 0.3, count),
            generator.normal(40.0, 5.0, count),
        ]
    )
    fade = features @ TRUE_WEIGHTS + generator.normal(0.0, 1.0, count)
    return features, fade


def train(features, fade):
    scaler = StandardScaler()
    model = Ridge(alpha=0.1).fit(scaler.fit_transform(features), fade)
    return scaler, model


def predict_batch(scaler, model, features):
    scaled = scaler.fit_transform(features)  # culprit
    return model.predict(scaled)


def main():
    generator = np.random.default_rng(14)
    lab_features, lab_fade = make_batch(400, 25.0, generator)
    field_features, field_fade = make_batch(120, 36.0, generator)
    scaler, model = train(lab_features, lab_fade)
    lab_fit = model.score(scaler.transform(lab_features), lab_fade)
    print(f"laboratory cells: mean fade {lab_fade.mean():.2f} %, fit R2 {lab_fit:.3f}")

    predicted = predict_batch(scaler, model, field_features)
    error = predicted - field_fade
    print(f"field cells: observed mean fade {field_fade.mean():.2f} %")
    print(f"field cells: predicted mean fade {predicted.mean():.2f} %")
    print(f"mean absolute error {np.abs(error).mean():.2f} %, bias {error.mean():+.2f} %")
    print(f"cells predicted above 40 %: {(predicted > 40.0).sum()} of {predicted.size}")


if __name__ == "__main__":
    main()
