"""Computes with TensorFlow in every way that its probe tells apart, and prints the numbers."""

import os
import tempfile
import threading

import numpy as np
import tensorflow as tf

table = np.arange(1, 7, dtype="f4").reshape(2, 3)
a = tf.constant(table)
total = tf.sin(a) + a
product = tf.matmul(a, a, transpose_b=True)
weights = tf.Variable([1.0, 2.0, 3.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.math.log(weights * a))
slope = tape.gradient(loss, weights)
weights.assign_sub(0.1 * slope)


@tf.function
def step(rows):
    """Control flow that autograph writes anew."""
    kept = tf.constant(0.0)
    for row in rows:
        if tf.reduce_sum(row) > 7.0:
            kept += tf.reduce_sum(tf.sqrt(row))
    return kept


first = step(a)
second = step(a + 1)


@tf.function(jit_compile=True)
def compiled(x):
    """XLA compiles it."""
    return tf.tanh(x) * 2


fused = compiled(a)
half = tf.cast(a, tf.bfloat16) * 2


class Doubled(tf.Module):
    @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
    def __call__(self, x):
        return x * weights_of_module


weights_of_module = 2.0
with tempfile.TemporaryDirectory() as folder:
    tf.saved_model.save(Doubled(), os.path.join(folder, "m"))
    loaded = tf.saved_model.load(os.path.join(folder, "m"))
    again = loaded(a)
worker = threading.Thread(target=lambda: tf.square(a))
worker.start()
worker.join()
strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
replica = strategy.run(lambda: a * 3)
negative = tf.math.log(a - 2.0)
back = np.asarray(total)
numbers = (
    total,
    product,
    loss,
    slope,
    weights,
    first,
    second,
    fused,
    tf.cast(half, tf.float32),
    again,
    replica,
)
print(
    [np.asarray(one).tobytes().hex() for one in numbers],
    back.sum().hex() if hasattr(back.sum(), "hex") else back.sum(),
)
