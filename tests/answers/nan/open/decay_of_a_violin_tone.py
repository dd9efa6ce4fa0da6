"""Estimate how fast the tones of a violin die away, by gradient descent with automatic slopes.

Symptom: The level, the decay and the beat become nan after the first step of the fit.
Culprit: The branch not taken has the root of a negative number; where() drops its value but not its slope.
Report: jax-ml/jax#1052 (the gradient of where is NaN if the branch not taken has a NaN gradient)
"""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)

STRINGS = {"G": 1.2, "D": 2.1, "A": 3.4, "E": 5.0}


def envelope(parameters, time):
    """Amplitude of a damped string: it beats, or creeps if the damping is strong."""
    level, damping, stiffness = parameters
    inside = damping**2 - stiffness
    creep = jnp.sqrt(inside)  # culprit
    beat = jnp.sqrt(jnp.abs(inside))
    creeping = jnp.cosh(jnp.minimum(creep * time, 20.0))
    beating = jnp.cos(beat * time)
    return level * jnp.exp(-damping * time) * jnp.where(inside > 0, creeping, beating)


def misfit(parameters, time, heard, known):
    """Mean square over the readings that were not clipped."""
    error = jnp.where(known, heard - envelope(parameters, time), 0.0)
    return jnp.sum(error**2) / jnp.sum(known)


@partial(jax.jit, static_argnames="steps")
def fit(start, time, heard, known, steps=150, rate=0.15):
    def step(_, parameters):
        slope = jax.grad(misfit)(parameters, time, heard, known)
        return parameters - rate * slope

    return jax.lax.fori_loop(0, steps, step, start)


def tone(rng, stiffness, count=80):
    """Readings of a microphone; clipped ones are NaN."""
    time = np.linspace(0.0, 2.0, count)
    truth = np.array([1.0, 0.9, stiffness])
    heard = np.asarray(envelope_plain(truth, time)) + rng.normal(0, 0.02, count)
    heard[heard > 0.97] = np.nan
    return time, heard


def envelope_plain(parameters, time):
    level, damping, stiffness = parameters
    beat = np.sqrt(stiffness - damping**2)
    return level * np.exp(-damping * time) * np.cos(beat * time)


def main():
    rng = np.random.default_rng(1715)
    for name, stiffness in STRINGS.items():
        time, heard = tone(rng, stiffness)
        known = ~np.isnan(heard)
        filled = np.nan_to_num(heard, nan=0.0)
        start = jnp.array([0.8, 0.7, stiffness * 0.9])
        before = float(misfit(start, time, filled, known))
        found = np.asarray(fit(start, time, filled, known))
        print(
            f"string {name}: {int((~known).sum())} clipped, misfit at first {before:.5f}, "
            f"level {found[0]:.4f}, damping {found[1]:.4f}, stiffness {found[2]:.4f}"
        )
    print("done with", len(STRINGS), "strings")


if __name__ == "__main__":
    main()
