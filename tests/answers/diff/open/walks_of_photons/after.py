"""Let photons walk through fog and count how many come out behind it.

Symptom: with a state and a scene other shares of the photons come through, come back and are lost.
Culprit: the length and the direction of a step are drawn with the same key, so long steps go with large cosines.
Report: dunnolab/xland-minigrid#42 (the same key was split twice, for two things that should be independent)
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp


class Fog(NamedTuple):
    thickness: float = 6.0
    loss: float = 0.06


class Photons(NamedTuple):
    depth: jax.Array
    side: jax.Array
    weight: jax.Array
    cosine: jax.Array

    @classmethod
    def straight(cls, number):
        zeros, ones = jnp.zeros(number), jnp.ones(number)
        return cls(zeros, zeros, ones, ones)


def free_way(key, number):
    return jax.random.exponential(key, (number,))


def new_cosine(key, number):
    return jax.random.uniform(key, (number,), minval=-1.0, maxval=1.0)


def inside(photons, fog):
    return (photons.depth >= 0) & (photons.depth < fog.thickness)


def step(photons, way_key, turn_key, fog):
    number = photons.depth.size
    moving = inside(photons, fog)
    way = jnp.where(moving, free_way(turn_key, number), 0.0)  # culprit
    return Photons(
        depth=photons.depth + photons.cosine * way,
        side=photons.side + jnp.sqrt(1 - photons.cosine**2) * way,
        weight=jnp.where(moving, photons.weight * (1 - fog.loss), photons.weight),
        cosine=new_cosine(turn_key, number),
    )


def main():
    fog = Fog()
    photons = Photons.straight(2000)
    key = jax.random.PRNGKey(3)
    for _ in range(40):
        key, *keys = jax.random.split(key, 3)
        photons = step(photons, *keys, fog)
    through = photons.depth >= fog.thickness
    back = photons.depth < 0
    print(f"through {float(jnp.mean(through * photons.weight)):.5f}")
    print(f"back {float(jnp.mean(back * photons.weight)):.5f}")
    print(f"lost {float(1 - jnp.mean(photons.weight)):.5f}")
    print(f"mean way to the side {float(jnp.mean(photons.side[through])):.4f}")


main()
