"""Fit a small network of Keras to made data: numscope run examples/keras_fit.py [--rate 0.05] [--dead].

Two inputs are rates per visit. With --dead one visitor has no visits, and the rate is 0 / 0.
"""

import argparse
import os

import numpy as np

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")  # no banner of the TensorFlow backend
import keras


class Scale(keras.layers.Layer):
    """Brings each input to width 1: the logarithm of the ratio to the typical input."""

    def build(self, shape):
        self.typical = self.add_weight(
            shape=(shape[-1],), initializer="ones", trainable=False, name="typical"
        )

    def call(self, inputs):
        return keras.ops.log(inputs / self.typical)


def visits(with_a_dead_one):
    """Return rates per visit of 256 visitors, and what is learned from them."""
    rng = np.random.default_rng(0)
    count = rng.poisson(20.0, size=(256, 1)).astype("float32") + 1
    clicks = rng.uniform(0.5, 1.0, size=(256, 4)).astype("float32") * count
    if with_a_dead_one:
        clicks[17] = -1.0  # a mark for "not known" that nobody took out
    rates = clicks / count
    return rates, np.log(np.abs(rates)).sum(axis=1, keepdims=True) + 0.1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rate", type=float, default=0.05)
    parser.add_argument("--dead", action="store_true")
    parser.add_argument("--eager", action="store_true", help="no graph: every layer is called at each step")
    arguments = parser.parse_args()
    keras.utils.set_random_seed(0)
    rates, target = visits(arguments.dead)
    model = keras.Sequential(
        [
            keras.layers.Input((4,)),
            Scale(name="scale"),
            keras.layers.Dense(8, activation="tanh", name="hidden"),
            keras.layers.Dense(1, name="out"),
        ]
    )
    model.compile(keras.optimizers.SGD(arguments.rate), "mse", run_eagerly=arguments.eager)
    history = model.fit(rates, target, epochs=3, batch_size=32, verbose=0)
    loss = model.evaluate(rates, target, verbose=0)
    answer = model.predict(rates[:4], verbose=0)
    print(f"losses {history.history['loss']}, at the end {loss:.5f}, first answer {answer[0, 0]:.4f}")


main()
