"""One key for two draws: noise and weights are the same numbers."""

import jax

key = jax.random.key(0)
weights = jax.random.normal(key, (4,))
noise = jax.random.normal(key, (4,))
print(weights - noise)
