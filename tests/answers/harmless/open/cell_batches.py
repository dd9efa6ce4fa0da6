"""Predicts the capacity fade of field battery cells with a model trained in the laboratory.

Symptom: none
Culprit: none
Tempts: `check-up` could accuse what its twin of `faults/` does wrong, and this does right.
Report: none
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
    model = Ridge(alpha=0.2).fit(scaler.fit_transform(features), fade)
    return scaler, model


def predict_batch(scaler, model, features):
    scaled = scaler.transform(features)
    return model.predict(scaled)


def main():
    generator = np.random.default_rng(14)
    lab_features, lab_fade = make_batch(400, 25.0, generator)
    field_features, field_fade = make_batch(120, 36.0, generator)
    scaler, model = train(lab_features, lab_fade)
    r_squared = model.score(scaler.transform(lab_features), lab_fade)
    print(f"laboratory cells: mean fade {lab_fade.mean():.2f} %, fit R2 {r_squared:.3f}")

    predicted = predict_batch(scaler, model, field_features)
    deviation = predicted - field_fade
    print(f"field cells: observed mean fade {field_fade.mean():.2f} %")
    print(f"field cells: predicted mean fade {predicted.mean():.2f} %")
    print(f"mean absolute error {np.abs(deviation).mean():.2f} %, bias {deviation.mean():+.2f} %")
    print(f"cells predicted above 40 %: {(predicted > 40.0).sum()} of {predicted.size}")


if __name__ == "__main__":
    main()
