"""Predict how many bees visit a flower in an hour, with a network and the likelihood of Poisson counts.

Symptom: the loss is nan in every epoch.
Culprit: the rate comes out of a relu, which is exactly 0 for many flowers, and its logarithm is -inf.
Report: keras-team/keras#590 (the Poisson loss is nan)
"""

import os

os.environ.setdefault("KERAS_BACKEND", "torch")

import keras
import numpy as np
from keras import layers, ops


def flowers(number, seed):
    """Return warmth, wind, colour and height of flowers, and the visits of an hour."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(number, 4)).astype("float32")
    rate = np.exp(0.8 + 0.5 * x[:, 0] - 0.4 * x[:, 1])
    return x, rng.poisson(rate).astype("float32")


def negative_log_likelihood(visits, rate):
    return ops.mean(rate - visits * ops.log(rate))  # culprit


def build():
    return keras.Sequential(
        [
            keras.Input((4,)),
            layers.Dense(16, activation="tanh"),
            layers.Dense(1, activation="relu"),  # culprit, too
            layers.Reshape(()),
        ]
    )


if __name__ == "__main__":
    keras.utils.set_random_seed(6)
    x, visits = flowers(320, seed=3)
    model = build()
    model.compile(optimizer=keras.optimizers.Adam(0.01), loss=negative_log_likelihood)
    history = model.fit(x, visits, epochs=4, batch_size=64, verbose=0)
    for number, loss in enumerate(history.history["loss"]):
        print(f"epoch {number}  loss {loss:.4f}")
    print("rates:", model.predict(x[:4], verbose=0))
