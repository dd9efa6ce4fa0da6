"""The gradient of a norm is NaN at zero: distances of points to themselves."""

import jax
import jax.numpy as jnp
import numpy as np


def energy(points):
    apart = points[:, None, :] - points[None, :, :]
    distances = jnp.linalg.norm(apart, axis=-1)
    return jnp.sum(distances)


points = jnp.asarray(np.random.default_rng(0).normal(size=(4, 2)).astype(np.float32))
forces = jax.jit(jax.grad(energy))(points)
points = points - 0.1 * forces
print(np.asarray(points))
