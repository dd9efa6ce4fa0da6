"""Let photons walk through fog and count how many come out behind it."""

import jax
import jax.numpy as jnp

THICKNESS = 6.0
LOSS = 0.06


def run(key, photons, steps):
    depth = jnp.zeros(photons)
    side = jnp.zeros(photons)
    weight = jnp.ones(photons)
    cosine = jnp.ones(photons)
    for _ in range(steps):
        key, k1, k2 = jax.random.split(key, 3)
        length = jax.random.exponential(k1, (photons,))
        inside = (depth >= 0) & (depth < THICKNESS)
        depth = jnp.where(inside, depth + cosine * length, depth)
        side = jnp.where(inside, side + jnp.sqrt(1 - cosine**2) * length, side)
        weight = jnp.where(inside, weight * (1 - LOSS), weight)
        cosine = jax.random.uniform(k2, (photons,), minval=-1.0, maxval=1.0)
    return depth, side, weight


depth, side, weight = run(jax.random.PRNGKey(3), 2000, 40)
through = depth >= THICKNESS
back = depth < 0
print(f"through {float(jnp.mean(through * weight)):.5f}")
print(f"back {float(jnp.mean(back * weight)):.5f}")
print(f"lost {float(1 - jnp.mean(weight)):.5f}")
print(f"mean way to the side {float(jnp.mean(side[through])):.4f}")
