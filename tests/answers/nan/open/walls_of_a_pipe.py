"""Find how the friction of a pipe changes with its roughness, by automatic differentiation.

Symptom: the derivative is nan for the smooth pipe, although its friction is right.
Culprit: where() drops sqrt at roughness 0 in the forward pass; backwards an infinite slope is multiplied by 0.
Report: none
"""

import jax
import jax.numpy as jnp


def friction(roughness):
    smooth = 0.02
    rough = 0.02 + 0.3 * jnp.sqrt(roughness)  # culprit
    return jnp.where(roughness > 0, rough, smooth)


slope = jax.grad(lambda roughness: friction(roughness).sum())
roughness = jnp.array([0.0, 1e-4, 5e-4, 2e-3])
print("friction:", friction(roughness))
print("slope:", slope(roughness))
print("mean slope:", slope(roughness).mean())
