"""Predict the stars of hotels from what guests say about them, with a network that normalises its features.

Symptom: the predictions for the same six hotels differ although training is the same.
Culprit: the model is called with `training=True`: it normalises by the mean and spread of the six new hotels.
Report: appeler/ethnicolr#59 (a model is called in training mode for predictions)
"""

import os

os.environ.setdefault("KERAS_BACKEND", "torch")

import keras
import numpy as np
from keras import layers, ops


def hotels(number, seed):
    rng = np.random.default_rng(seed)
    x = rng.normal([7, 40, 3], [2, 15, 1], (number, 3)).astype("float32")
    stars = 1.5 + 0.3 * x[:, 0] - 0.01 * x[:, 1] + rng.normal(0, 0.3, number)
    return x, stars.astype("float32")


def build():
    hidden = layers.Dense(12, activation="relu")
    return keras.Sequential(
        [keras.Input((3,)), layers.BatchNormalization(momentum=0.8), hidden, layers.Dense(1)]
    )


def train(model, x, stars):
    model.compile(optimizer=keras.optimizers.Adam(0.02), loss="mse")
    model.fit(x, stars, epochs=12, batch_size=32, shuffle=False, verbose=0)


def predict(model, x):
    return ops.convert_to_numpy(model(x, training=True))[:, 0]  # culprit


if __name__ == "__main__":
    keras.utils.set_random_seed(12)
    model = build()
    train(model, *hotels(256, seed=4))
    new, true = hotels(6, seed=5)
    predicted = predict(model, new)
    print("predicted:", np.round(predicted, 3))
    print("true:     ", np.round(true, 3))
    print(f"error {np.abs(predicted - true).mean():.4f}")
