"""Let magnets on a table settle by gradient descent on their energy; a magnet does not pull itself.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the distance of 0 of each magnet to itself, which is replaced by 1 before the root is taken.
Report: jax-ml/jax#5798 (the gradient of where; the answer is to replace the argument, too)
"""

import jax
import jax.numpy as jnp
import numpy as np


def distances(places):
    """Return distances between magnets, and 1 on the diagonal."""
    gap = places[:, None, :] - places[None, :, :]
    square = (gap**2).sum(axis=-1)
    own = jnp.eye(len(places), dtype=bool)
    return jnp.sqrt(jnp.where(own, 1.0, square)), own


def energy(places):
    """Return the energy of magnets that repel each other and are drawn to the middle of the table."""
    distance, own = distances(places)
    repulsion = jnp.where(own, 0.0, 1.0 / distance).sum() / 2
    return repulsion + 0.5 * (places**2).sum()


@jax.jit
def settle(places, rate):
    def step(places, _):
        value, slope = jax.value_and_grad(energy)(places)
        return places - rate * slope, value

    return jax.lax.scan(step, places, length=400)


def main():
    rng = np.random.default_rng(13)
    start = jnp.asarray(rng.uniform(-2, 2, (7, 2)), dtype=jnp.float32)
    places, energies = settle(start, 0.02)
    distance, own = distances(places)
    print("energy:", np.round(np.asarray(energies[::100]), 3), "at the end", round(float(energies[-1]), 3))
    print(f"closest pair {float(jnp.where(own, jnp.inf, distance).min()):.3f}")
    print(f"pull at rest below 0.01: {bool(jnp.abs(jax.grad(energy)(places)).max() < 0.01)}")


if __name__ == "__main__":
    main()
