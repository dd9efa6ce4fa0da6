"""Turn a telescope step by step towards a star by gradient descent on the angle between both.

Symptom: all three telescopes end at nan degrees: the one parked on the star at once, the others as they get there.
Culprit: the slope of arccos at 1 is infinite, and clipping the cosine does not help: 0 times inf is nan.
Report: jax-ml/jax#15798 (the gradient of arccos is nan once the optimization has converged)
"""

import jax
import jax.numpy as jnp


def direction(axes):
    """Return the unit vector for azimuth and elevation in radians."""
    azimuth, elevation = axes
    return jnp.array(
        [
            jnp.cos(elevation) * jnp.cos(azimuth),
            jnp.cos(elevation) * jnp.sin(azimuth),
            jnp.sin(elevation),
        ]
    )


def miss(axes, star):
    cosine = jnp.dot(direction(axes), direction(star))
    return jnp.arccos(jnp.clip(cosine, -1.0, 1.0))  # culprit


def within_limits(axes):
    azimuth, elevation = axes
    return jnp.array([azimuth % (2 * jnp.pi), jnp.clip(elevation, 0.0, jnp.pi / 2)])


@jax.jit
def step(axes, star, rate):
    angle, slope = jax.value_and_grad(miss)(axes, star)
    return within_limits(axes - rate * angle * slope), angle


def point(start, star, steps=25, rate=0.4):
    axes = jnp.array(start)
    history = []
    for _ in range(steps):
        axes, angle = step(axes, star, rate)
        history.append(float(angle))
    return axes, history


STAR = jnp.array([0.0, 0.0])
PARKED = {"north dome": (1.1, 0.9), "south dome": (5.9, 0.3), "old dome": (0.0, 0.0)}

for name, start in PARKED.items():
    axes, history = point(start, STAR)
    azimuth, elevation = (float(jnp.degrees(value)) for value in axes)
    print(f"{name}: {azimuth:9.3f} {elevation:8.3f} degrees, first miss {jnp.degrees(history[0]):7.3f}")
