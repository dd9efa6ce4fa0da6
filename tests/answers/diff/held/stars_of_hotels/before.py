"""Predict the stars of hotels from what guests say about them, with a network that normalises its features."""

import os

os.environ.setdefault("KERAS_BACKEND", "torch")

import keras
import numpy as np
from keras import layers


def hotels(number, seed):
    rng = np.random.default_rng(seed)
    x = rng.normal([7, 40, 3], [2, 15, 1], (number, 3)).astype("float32")
    stars = 1.5 + 0.3 * x[:, 0] - 0.01 * x[:, 1] + rng.normal(0, 0.3, number)
    return x, stars.astype("float32")


keras.utils.set_random_seed(12)
x, stars = hotels(256, seed=4)
model = keras.Sequential(
    [
        keras.Input((3,)),
        layers.BatchNormalization(momentum=0.8),
        layers.Dense(12, activation="relu"),
        layers.Dense(1),
    ]
)
model.compile(optimizer=keras.optimizers.Adam(0.02), loss="mse")
model.fit(x, stars, epochs=12, batch_size=32, shuffle=False, verbose=0)
new, true = hotels(6, seed=5)
predicted = model.predict(new, verbose=0)[:, 0]
print("predicted:", np.round(predicted, 3))
print("true:     ", np.round(true, 3))
print(f"error {np.abs(predicted - true).mean():.4f}")
