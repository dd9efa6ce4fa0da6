"""NumPy, JAX and NumPy again: what tests of the probe look at, in one process."""

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np


class State(NamedTuple):
    count: jax.Array
    mean: jax.Array


@jax.jit
def loss(params, x):
    return jnp.log(x * params["w"] + params["b"]).sum()


@partial(jax.jit, static_argnames=["n"])
def power(x, n):
    return x**n


@jax.jit
def advance(state, x):
    return State(state.count + 1, state.mean * 0.5 + x.mean())


given = np.linspace(1.0, 2.0, 8)
x = jnp.asarray(given)
doubled = x + x
params = {"w": jnp.full((), 0.5), "b": jnp.zeros(())}
first = loss(params, doubled)
second = loss(params, doubled)
gradient = jax.grad(loss)(params, doubled)
cubes = power(doubled, n=3)
state = advance(State(jnp.int32(0), jnp.float32(0)), cubes)
changed = jnp.sin(doubled).at[2].set(5.0)
half = changed.astype(jnp.bfloat16)
key = jax.random.key(0)
noise = jax.random.normal(key, (8,))
donating = jax.jit(lambda v: v + 1, donate_argnums=0)
lost = jnp.ones(4)
after = donating(lost)
kept = jax.device_get(lost.shape)
back = np.asarray(changed)
total = np.abs(back).sum()
for scale in range(300):  # functions that die
    jax.grad(lambda v, scale=scale: v * scale)
