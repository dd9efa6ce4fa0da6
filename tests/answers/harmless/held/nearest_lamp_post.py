"""Follow the nearest lamp post along a path, with a loop that is compiled by JAX.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the start inf of the smallest distance, and the masked root whose other branch is 0 / 0.
Report: none
"""

import jax
import jax.numpy as jnp


def lamps(key, number):
    return jax.random.uniform(key, (number, 2), maxval=100.0)


def path(points):
    time = jnp.linspace(0.0, 1.0, points)
    return jnp.stack([10.0 + 80.0 * time, 50.0 + 30.0 * jnp.sin(6.0 * time)], axis=1)


def length(vector):
    """Return the length, with a slope of 0 instead of nan at 0."""
    square = jnp.sum(vector**2, axis=-1)
    away = square > 0
    return jnp.where(away, jnp.sqrt(jnp.where(away, square, 1.0)), 0.0)


@jax.jit
def nearest(place, posts):
    def body(number, best):
        index, distance = best
        new = length(posts[number] - place)
        closer = new < distance
        return jnp.where(closer, number, index), jnp.where(closer, new, distance)

    return jax.lax.fori_loop(0, len(posts), body, (-1, jnp.inf))


def light(place, posts):
    return jnp.sum(1.0 / (1.0 + length(posts - place) ** 2 / 25.0))


def main():
    posts = lamps(jax.random.PRNGKey(8), 25)
    places = path(60).at[30].set(posts[4])
    index, distance = jax.vmap(nearest, in_axes=(0, None))(places, posts)
    slope = jax.vmap(jax.grad(light), in_axes=(0, None))(places, posts)
    print(f"longest way to a lamp {distance.max():.3f} m, shortest {distance.min():.3f} m")
    print("lamps on the way:", len(set(index.tolist())))
    print(f"changes of the nearest lamp: {int(jnp.sum(index[1:] != index[:-1]))}")
    print(f"steepest light {length(slope).max():.4f}, all finite: {bool(jnp.isfinite(slope).all())}")


main()
