"""Follow the distance between Earth and Mars over two years and find when a probe should start.

Symptom: the distance is nan on most days, and no start is found.
Culprit: positions are whole km, which are 32-bit integers here; the squares of 200 million km overflow.
Report: jax-ml/jax#1333 (64-bit types are off by default)
"""

import jax
import jax.numpy as jnp

DAYS = 730
UNIT = 149_597_871  # km

PLANETS = {"Earth": (1.0, 365.25, 0.3), "Mars": (1.524, 686.98, 2.1)}


def position(radius, period, phase, day):
    """Return where a planet is, in km, on a circle around the sun."""
    angle = 2 * jnp.pi * day / period + phase
    return jnp.stack([radius * UNIT * jnp.cos(angle), radius * UNIT * jnp.sin(angle)], axis=-1)


@jax.jit
def tracks(day):
    earth = position(*PLANETS["Earth"], day)
    mars = position(*PLANETS["Mars"], day)
    return jnp.rint(earth).astype(int), jnp.rint(mars).astype(int)  # culprit


def separation(first, second):
    gap = second - first
    return jnp.sqrt((gap**2).sum(axis=-1))  # culprit, too


def main():
    day = jnp.arange(DAYS)
    earth, mars = tracks(day)
    distance = separation(earth, mars)
    for start in range(0, DAYS, 180):
        print(f"day {start:4d}: {distance[start] / 1e6:9.2f} million km")
    print(f"shortest {distance.min() / 1e6:.2f} million km, mean {distance.mean() / 1e6:.2f}")


main()
