"""Trim the sails of a yacht by the gradient of the speed it makes good.

Symptom: the trim of two of the six sails is nan
Culprit: arctan2 has no slope at (0, 0), and `where` throws the value away, not the slope
Report: jax-ml/jax#1052
"""

import jax
import jax.numpy as jnp

WIND = jnp.array([6.0, 0.0])


def angle_of_attack(trim):
    across, along = trim[:, 0], trim[:, 1]
    angle = jnp.arctan2(across, along)  # culprit
    furled = (across == 0.0) & (along == 0.0)
    return jnp.where(furled, 0.0, angle)


def lift(angle):
    return jnp.sin(2.0 * angle) * jnp.cos(angle)


def speed_made_good(trim, areas):
    pressure = 0.5 * 1.2 * jnp.sum(WIND**2)
    force = pressure * jnp.sum(areas * lift(angle_of_attack(trim)))
    drag = 0.4 * jnp.sum(areas * jnp.sum(trim**2, axis=1))
    return force - drag


def trimmed(trim, areas, steps, rate):
    slope = jax.grad(speed_made_good)
    for _ in range(steps):
        trim = trim + rate * slope(trim, areas)
    return trim


def main():
    areas = jnp.array([32.0, 24.0, 18.0, 60.0, 12.0, 12.0])
    trim = jnp.array([[0.3, 0.9], [0.2, 1.0], [0.4, 0.8], [0.0, 0.0], [0.1, 0.7], [0.0, 0.0]])
    final = trimmed(trim, areas, steps=4, rate=1e-4)
    print(final)
    print("speed made good:", speed_made_good(final, areas))


main()
