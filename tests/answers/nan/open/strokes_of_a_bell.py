"""Learn how a bell is rung, one stroke after the other: some strokes never follow each other.

Symptom: the gradient is nan
Culprit: a state that none leads to has only -inf to add up, and the slope of logsumexp is nan there
Report: jax-ml/jax#6811
"""

import jax
import jax.numpy as jnp
import numpy as np

STATES = 4
FORBIDDEN = [(0, 3), (1, 3), (2, 3), (3, 3)]


def transitions(parameters):
    rows = jax.nn.log_softmax(parameters, axis=1)
    allowed = np.ones((STATES, STATES), bool)
    for row, column in FORBIDDEN:
        allowed[row, column] = False
    return jnp.where(jnp.array(allowed), rows, -jnp.inf)


def step(before, strength, moves):
    ways = before[:, None] + moves
    reached = jax.nn.logsumexp(ways, axis=0)  # culprit
    return reached - 0.5 * (strength - jnp.arange(STATES)) ** 2


def likelihood(parameters, strengths):
    moves = transitions(parameters)
    state = jnp.log(jnp.array([0.4, 0.3, 0.3, 1e-9]))
    for strength in strengths:
        state = step(state, strength, moves)
    return jax.nn.logsumexp(state)


def main():
    rng = np.random.default_rng(6)
    strengths = rng.uniform(0, 3, 6)
    parameters = jnp.zeros((STATES, STATES))
    slope = jax.grad(likelihood)
    for turn in range(2):
        parameters = parameters + 0.1 * slope(parameters, strengths)
        print(turn, float(likelihood(parameters, strengths)))
    print(parameters)


main()
