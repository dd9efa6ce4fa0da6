"""Fit thrust and drag of a rocket to its measured height, with JAX.

Symptom: from round 6 on, thrust, drag and loss are nan.
Culprit: seconds up to 30 make squares of 900, for which a learning rate of 1e-3 is far too large.
Report: none
"""

import jax
import jax.numpy as jnp

RATE = 1e-3  # culprit


def height(parameters, seconds):
    thrust, drag = parameters
    return thrust * seconds**2 - drag * seconds


@jax.jit
def loss(parameters, seconds, measured):
    return jnp.mean((height(parameters, seconds) - measured) ** 2)


seconds = jnp.linspace(0.0, 30.0, 40)
measured = 3.2 * seconds**2 - 1.1 * seconds
parameters = jnp.array([1.0, 1.0])
slope = jax.jit(jax.grad(loss))
for _ in range(30):
    parameters = parameters - RATE * slope(parameters, seconds, measured)
print("thrust and drag:", parameters)
print("loss:", float(loss(parameters, seconds, measured)))
