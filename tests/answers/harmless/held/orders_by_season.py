"""Learn the orders of a shop from week and weather with Keras, and stop when the loss on new weeks rises.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the best loss, which begins at infinity; `check-up` dropout and a training that ends early.
Report: none (a question asked often: best weights and an early end of training)
"""

import os

os.environ.setdefault("KERAS_BACKEND", "torch")

import keras
import numpy as np
from keras import layers

SEED = 15


def weeks(number):
    """Return season and weather of weeks, and orders in hundreds."""
    rng = np.random.default_rng(SEED)
    phase = 2 * np.pi * (np.arange(number) % 52) / 52
    rain = rng.gamma(2, 0.5, number)
    x = np.column_stack([np.sin(phase), np.cos(phase), rain]).astype("float32")
    orders = 8 + 2 * x[:, 0] - x[:, 1] + 0.5 * rain + rng.normal(0, 0.3, number)
    return x, orders.astype("float32")


def build():
    return keras.Sequential(
        [
            keras.Input((3,)),
            layers.Dense(24, activation="relu"),
            layers.Dropout(0.1, seed=SEED),
            layers.Dense(1),
            layers.Reshape(()),
        ]
    )


def train(model, x, orders):
    guards = [
        keras.callbacks.TerminateOnNaN(),
        keras.callbacks.EarlyStopping(patience=8, restore_best_weights=True),
    ]
    model.compile(optimizer=keras.optimizers.Adam(0.02), loss="mse")
    known, new = slice(0, 220), slice(220, None)
    held = (x[new], orders[new])
    kept = model.fit(x[known], orders[known], validation_data=held, epochs=60, callbacks=guards, verbose=0)
    return kept.history


if __name__ == "__main__":
    keras.utils.set_random_seed(SEED)
    x, orders = weeks(280)
    model = build()
    history = train(model, x, orders)
    print(f"{len(history['loss'])} epochs, best loss on new weeks {min(history['val_loss']):.4f}")
    print("orders:", np.round(model.predict(x[-3:], verbose=0), 2), "true:", np.round(orders[-3:], 2))
