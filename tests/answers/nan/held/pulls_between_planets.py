"""Move four planets about the sun by a year, with their pulls on each other.

Symptom: the pulls are nan from the start, so all places are nan after the first step.
Culprit: JAX computes in single precision, whose largest number is 3e38; the product of two masses is about 1e55.
Report: none
"""

import jax
import jax.numpy as jnp

G = 6.674e-11
NAMES = ["Sun", "Venus", "Earth", "Mars", "Jupiter"]
MASSES = jnp.array([1.989e30, 4.867e24, 5.972e24, 6.417e23, 1.898e27])
RADII = jnp.array([0.0, 1.082e11, 1.496e11, 2.279e11, 7.785e11])
ANGLES = jnp.array([0.0, 0.8, 2.1, 3.9, 5.5])
DAY = 86400.0


def start():
    place = RADII[:, None] * jnp.stack([jnp.cos(ANGLES), jnp.sin(ANGLES)], axis=1)
    speed = jnp.where(RADII > 0, jnp.sqrt(G * MASSES[0] / jnp.where(RADII > 0, RADII, 1.0)), 0.0)
    velocity = speed[:, None] * jnp.stack([-jnp.sin(ANGLES), jnp.cos(ANGLES)], axis=1)
    return place, velocity


def offsets(place):
    """Return the offset and the distance of each pair, with any distance for a body and itself."""
    offset = place[None, :] - place[:, None]
    square = jnp.sum(offset**2, axis=-1)
    return offset, jnp.sqrt(jnp.where(square > 0, square, 1e22))


def pull(place):
    offset, distance = offsets(place)
    product = MASSES[:, None] * MASSES[None, :]  # culprit
    force = G * product / distance**2
    return jnp.sum(force[..., None] * offset / distance[..., None], axis=1)


def kinetic(velocity):
    return jnp.sum(0.5 * MASSES * jnp.sum(velocity**2, axis=1))


@jax.jit
def step(state, _):
    place, velocity = state
    half = velocity + 0.5 * DAY * pull(place) / MASSES[:, None]
    place = place + DAY * half
    velocity = half + 0.5 * DAY * pull(place) / MASSES[:, None]
    return (place, velocity), place[2]


def main():
    state = start()
    print(f"kinetic energy {kinetic(state[1]):.4e} J, strongest pull {jnp.abs(pull(state[0])).max():.4e} N")
    (place, velocity), way = jax.lax.scan(step, state, length=365)
    for name, (x, y) in zip(NAMES, place, strict=True):
        print(f"{name:8s} {x / 1e9:10.3f} {y / 1e9:10.3f} million km")
    far = jnp.linalg.norm(way, axis=1)
    print(
        f"Earth between {far.min() / 1e9:.3f} and {far.max() / 1e9:.3f}, kinetic energy {kinetic(velocity):.4e} J"
    )


main()
