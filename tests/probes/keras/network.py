"""Fits a network of Keras with much of what networks have, and prints every number of it that must not change."""

import hashlib
import os
import tempfile

import keras
import numpy as np
from keras import layers, ops


class Gated(layers.Layer):
    """A layer of the program's own."""

    def build(self, shape):
        self.gate = self.add_weight(shape=(shape[-1],), initializer="ones")

    def call(self, inputs):
        return inputs * ops.sigmoid(self.gate)


def network(policy=None):
    """Return a compiled model in the functional style."""
    inputs = keras.Input((6,))
    hidden = layers.Dense(16, activation="relu", name="hidden", dtype=policy)(inputs)
    hidden = layers.BatchNormalization(name="norm")(hidden)
    hidden = layers.Dropout(0.2, name="drop")(hidden)
    answer = layers.Dense(1, name="answer", dtype="float32")(Gated(name="gated")(hidden))
    model = keras.Model(inputs, answer)
    model.compile(keras.optimizers.Adam(0.01), keras.losses.Huber(), metrics=["mae"])
    return model


def digest(arrays):
    """Return a hash of the bytes of arrays."""
    return hashlib.sha256(b"".join(np.ascontiguousarray(array).tobytes() for array in arrays)).hexdigest()[
        :16
    ]


def main():
    keras.utils.set_random_seed(3)
    table = np.random.default_rng(0).normal(size=(96, 6)).astype("float32")
    target = table[:, :1] * 2 - np.abs(table[:, 1:2])
    model = network()
    history = model.fit(table, target, epochs=2, batch_size=32, validation_split=0.25, verbose=0)
    print(
        keras.backend.backend(),
        {name: [number.hex() for number in map(float, numbers)] for name, numbers in history.history.items()},
    )
    print("weights", digest(model.get_weights()))
    print("evaluate", model.evaluate(table, target, verbose=0))
    answer = model.predict(table, verbose=0)
    print("predict", digest([answer]))
    print("batch", model.train_on_batch(table[:32], target[:32]))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.keras")
        model.save(path)
        again = keras.models.load_model(path, custom_objects={"Gated": Gated})
    print("loaded", digest([again.predict(table, verbose=0)]))
    mixed = network("mixed_bfloat16")
    print(
        "mixed",
        [
            number.hex()
            for number in map(float, mixed.fit(table, target, epochs=1, verbose=0).history["loss"])
        ],
    )
    print("ops", digest([ops.convert_to_numpy(ops.softmax(ops.matmul(table, ops.transpose(table))))]))


main()
