"""jnp.where guards the value and not the gradient: the branch that is not taken gives 0 * inf."""

import jax
import jax.numpy as jnp


def safe_root(x):
    return jnp.where(x > 0, jnp.sqrt(x), 0.0)


def loss(x):
    return safe_root(x).sum()


x = jnp.array([0.0, 1.0, 4.0])
print(loss(x))
gradient = jax.grad(loss)(x)
print(gradient)
