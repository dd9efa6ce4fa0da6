"""Integer division by zero gives -1 and no error; turned into a rate it is quietly wrong."""

import jax.numpy as jnp

visits = jnp.array([4, 0, 2])
clicks = jnp.array([2, 1, 1])
each = clicks * 100 // visits
rate = clicks / visits
print(each, rate)
