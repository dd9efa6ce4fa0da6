"""What a call of JAX takes, in ns: run it plain and under `numscope run --values none|stats|full`."""

import json
import time

import jax
import jax.numpy as jnp

x = jnp.arange(8.0)
parameters = {"w": jnp.ones((3, 4)), "b": jnp.ones(4)}
jitted = jax.jit(lambda x: jnp.sin(x) * 2 + x.sum())
tree = jax.jit(lambda p, x: {name: value * 0.9 + x.sum() for name, value in p.items()})
CALLS = {
    "f(x), jitted": lambda: jitted(x),
    "f({w, b}, x), jitted": lambda: tree(parameters, x),
    "jnp.sin(x)": lambda: jnp.sin(x),
    "x + x": lambda: x + x,
    "x.sum()": lambda: x.sum(),
    "jnp.linalg.norm(x)": lambda: jnp.linalg.norm(x),
}


def smallest(call, calls=200, repeats=40):
    """The smallest mean time of `calls` calls, in ns."""
    call()
    best = float("inf")
    for _ in range(repeats):
        begin = time.perf_counter_ns()
        for _ in range(calls):
            call()
        best = min(best, (time.perf_counter_ns() - begin) / calls)
    return round(best)


if __name__ == "__main__":
    print(json.dumps({name: smallest(call) for name, call in CALLS.items()}))
