"""Fit the stiffness of a small cloth patch by differentiating a simulator.

Culprit: gradient of a norm at zero velocity (JAX)
Report: jax-ml/jax#3058 (cloth simulator), #21723
"""

from functools import partial

import jax
import jax.numpy as jnp

GRID = 5
GRAVITY = jnp.array([0.0, -9.81])


def rest_positions():
    xs = jnp.linspace(0.0, 1.0, GRID)
    x, y = jnp.meshgrid(xs, xs, indexing="ij")
    return jnp.stack([x.ravel(), y.ravel()], axis=-1)


def springs():
    pairs = []
    for i in range(GRID):
        for j in range(GRID):
            k = i * GRID + j
            if i + 1 < GRID:
                pairs.append((k, k + GRID))
            if j + 1 < GRID:
                pairs.append((k, k + 1))
    return jnp.array(pairs)


PAIRS = springs()
REST = 1.0 / (GRID - 1)


def length(d):
    return jnp.sqrt(jnp.sum(d * d, axis=-1))


def spring_force(params, pos):
    d = pos[PAIRS[:, 1]] - pos[PAIRS[:, 0]]
    r = length(d)
    pull = params["k"] * (r - REST)[:, None] * d / r[:, None]
    out = jnp.zeros_like(pos)
    return out.at[PAIRS[:, 0]].add(pull).at[PAIRS[:, 1]].add(-pull)


def drag(params, vel):
    speed = jnp.linalg.norm(vel, axis=-1)  # culprit
    return -params["c"] * speed[:, None] * vel


@partial(jax.jit, static_argnames="steps")
def simulate(params, steps=25, dt=0.01):
    pos0 = rest_positions()
    free = (jnp.arange(GRID * GRID) % GRID != GRID - 1)[:, None]

    def step(state, _):
        pos, vel = state
        acc = spring_force(params, pos) + drag(params, vel) + GRAVITY
        vel = free * (vel + dt * acc)
        return (pos + dt * vel, vel), None

    (pos, _), _ = jax.lax.scan(step, (pos0, jnp.zeros_like(pos0)), None, length=steps)
    return pos


def loss(params, target):
    return jnp.mean((simulate(params) - target) ** 2)


def fit(target, params, steps=5, lr=2000.0):
    value_and_grad = jax.jit(jax.value_and_grad(loss))
    for i in range(steps):
        value, grads = value_and_grad(params, target)
        params = jax.tree.map(lambda p, g: p - lr * g, params, grads)
        print(f"step {i} loss {value:.3e} k {params['k']:.3f} c {params['c']:.4f}")
    return params


if __name__ == "__main__":
    target = simulate({"k": 120.0, "c": 0.5})
    print(fit(target, {"k": 90.0, "c": 0.2}))
