"""Jitted functions that are looked into: control flow, random keys, static and donated arguments, effects."""

from functools import partial

import jax
import jax.numpy as jnp


@jax.jit
def walk(x):
    def step(carried, a):
        carried = carried / (a - 3.0)
        return carried, jnp.sin(carried)

    last, rows = jax.lax.scan(step, x.sum(), jnp.arange(6.0))
    return last + rows.sum()


@jax.jit
def shrink(x):
    return jax.lax.while_loop(lambda v: v[1] < 8, lambda v: (jnp.log(v[0] - 0.5 * v[1]), v[1] + 1), (x, 0))[0]


@jax.jit
def choose(x):
    return jax.lax.cond(x.sum() > 0, lambda v: jnp.sqrt(-v), lambda v: v * 2, x)


@partial(jax.jit, static_argnames="n", donate_argnums=0)
def lost(x, n):
    return x * n


@jax.jit
def noisy(x):
    jax.debug.print("x is {}", x)
    return x + 1


@partial(jax.jit, static_argnames="n")
def keyed(key, x, n):
    first, second = jax.random.split(key)
    return x + jax.random.normal(first, x.shape) ** n + jax.random.uniform(second)


@jax.jit
def step(w, x):
    def loss(w):
        hidden = jax.nn.relu(jnp.tanh(x @ w))
        return jax.nn.logsumexp(hidden * 3, axis=1).mean()

    value, gradient = jax.value_and_grad(loss)(w)
    return value, w - 0.1 * gradient


traced = []


@jax.jit
def counted(x):
    traced.append(x)
    return jnp.cumsum(x) * 2


x = jnp.arange(1.0, 4.0)
print(walk(x))
print(shrink(2.0))
print(choose(x))
print(lost(x + 1, 3))
print(noisy(x))
print(keyed(jax.random.key(0), x, 2))
w = jnp.linspace(-1, 1, 12).reshape(4, 3)
for _ in range(3):
    value, w = step(w, jnp.ones((5, 4)))
    print(value, w)
counted(x)
counted(x + 1)
print("traced", len(traced), [one._cache_size() for one in (walk, shrink, choose, keyed, step, counted)])
