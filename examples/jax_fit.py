"""Fits a curve to made data with JAX: NumPy makes the data, a jitted step follows the gradient, NumPy sums it up.

    numscope run examples/jax_fit.py
    numscope run --inside-jit examples/jax_fit.py --rate 3.0

With a rate that is too large the width becomes negative, and the logarithm of it NaN.
"""

import argparse

import jax
import jax.numpy as jnp
import numpy as np


def curve(parameters, x):
    """A bell curve."""
    return parameters["height"] * jnp.exp(-((x - parameters["centre"]) ** 2) / (2 * parameters["width"] ** 2))


def loss(parameters, x, y):
    """The squared error, with a penalty that keeps the width near 1."""
    error = jnp.mean((curve(parameters, x) - y) ** 2)
    penalty = jnp.log(parameters["width"]) ** 2
    return error + 0.01 * penalty


@jax.jit
def step(parameters, x, y, rate):
    """One step down the gradient."""
    value, gradient = jax.value_and_grad(loss)(parameters, x, y)
    return value, jax.tree.map(lambda parameter, slope: parameter - rate * slope, parameters, gradient)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rate", type=float, default=0.3)
    rate = parser.parse_args().rate
    rng = np.random.default_rng(0)
    x = np.linspace(-3, 3, 200, dtype=np.float32)
    y = (1.5 * np.exp(-((x - 0.7) ** 2) / 0.8) + 0.05 * rng.normal(size=x.size)).astype(np.float32)
    parameters = {name: jnp.asarray(1.0) for name in ("height", "width")} | {"centre": jnp.asarray(0.0)}
    for _ in range(60):
        value, parameters = step(parameters, x, y, rate)
    fitted = np.asarray(curve(parameters, x))
    print(f"loss {float(value):.5f}, largest error {np.abs(fitted - y).max():.3f}")


main()
