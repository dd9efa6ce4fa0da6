"""Forty statements, eager and jitted, each twice: prints what they give to the bit, and what JAX compiled for them."""

from __future__ import annotations

import functools
import hashlib
import json
import sys
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np


class State(NamedTuple):
    step: jax.Array
    mean: jax.Array


def model(parameters, x):
    hidden = jnp.tanh(x @ parameters["w"] + parameters["b"])
    return jax.nn.softmax(hidden)


def loss(parameters, x):
    return -jnp.log(model(parameters, x) + 1e-9).mean()


@jax.custom_vjp
def clipped(x):
    return x


clipped.defvjp(lambda x: (x, None), lambda _, g: (jnp.clip(g, -1, 1),))


@jax.custom_jvp
def soft(x):
    return jnp.log1p(jnp.exp(x))


soft.defjvp(lambda primals, tangents: (soft(*primals), jax.nn.sigmoid(primals[0]) * tangents[0]))

compiled: list[str] = []
jax.monitoring.register_event_duration_secs_listener(lambda event, seconds, **facts: compiled.append(event))
x = jnp.arange(1.0, 7.0).reshape(2, 3)
square = jnp.eye(3) * 2 + 0.5
whole = jnp.arange(12)
key = jax.random.key(7)
parameters = {"w": jnp.full((3, 4), 0.25), "b": jnp.zeros(4)}
step = jax.jit(jax.value_and_grad(loss))
powers = functools.partial(jax.jit, static_argnames="n")(lambda x, n: x**n)
donating = jax.jit(lambda x: x + 1, donate_argnums=0)
moved = jax.jit(lambda state, x: State(state.step + 1, 0.9 * state.mean + 0.1 * x.mean()))
by_rows = jax.jit(jax.vmap(lambda row: jnp.sort(row)[::-1]))
jitted = {"step": step, "powers": powers, "donating": donating, "moved": moved, "by_rows": by_rows}

STATEMENTS = {
    "add": lambda: x + x,
    "reverse": lambda: 2 - x,
    "matmul": lambda: x @ x.T,
    "compare": lambda: x > 2,
    "negative": lambda: -x,
    "index": lambda: x[0, 1:],
    "index with array": lambda: x[:, jnp.array([0, 2])],
    "mask": lambda: jnp.where(x > 2, x, 0),
    "method": lambda: x.sum(axis=0),
    "set": lambda: x.at[0, 1].set(9.0),
    "accumulate": lambda: x.at[:, 0].add(1.0),
    "ufunc": lambda: jnp.add(x, 1),
    "reduce": lambda: jnp.add.reduce(x, axis=1),
    "sine": lambda: jnp.sin(x),
    "norm": lambda: jnp.linalg.norm(x),
    "solve": lambda: jnp.linalg.solve(square, jnp.ones(3)),
    "eigen": lambda: jnp.linalg.eigh(square),
    "fourier": lambda: jnp.fft.rfft(x),
    "einsum": lambda: jnp.einsum("ij,kj->ik", x, x),
    "integers": lambda: whole // 5 % 2,
    "bits": lambda: whole << 3,
    "half": lambda: x.astype(jnp.bfloat16) * 3,
    "concatenate": lambda: jnp.concatenate([x, x], axis=0),
    "special": lambda: jax.scipy.special.logsumexp(x),
    "normal": lambda: jax.random.normal(key, (3,)),
    "old key": lambda: jax.random.uniform(jax.random.PRNGKey(3), (2,)),
    "split": lambda: jax.random.key_data(jax.random.split(key)),
    "softmax": lambda: jax.nn.softmax(x),
    "gradient": lambda: jax.grad(lambda v: (v**2).sum())(x),
    "jacobian": lambda: jax.jacfwd(jnp.sin)(jnp.ones(2)),
    "custom vjp": lambda: jax.grad(lambda v: clipped(v * 3).sum())(x),
    "custom jvp": lambda: jax.jvp(soft, (x,), (x,)),
    "vmap": lambda: jax.vmap(jnp.dot)(x, x),
    "scan": lambda: jax.lax.scan(lambda c, a: (c + a, c * a), 0.0, x[0]),
    "while": lambda: jax.lax.while_loop(lambda v: v < 50, lambda v: v * 2, 1),
    "cond": lambda: jax.lax.cond(x.sum() > 3, jnp.sin, jnp.cos, x),
    "jitted step": lambda: step(parameters, x),
    "jitted, static": lambda: [powers(x, n=2), powers(x, n=3)],
    "jitted, donating": lambda: donating(jnp.zeros(3)),
    "jitted, named tuple": lambda: moved(State(jnp.int32(0), jnp.float32(1)), x),
    "jitted vmap": lambda: by_rows(x),
    "ahead of time": lambda: jax.jit(jnp.cos).lower(x).compile()(x),
    "checkpoint": lambda: jax.grad(jax.checkpoint(lambda v: jnp.sin(v).sum()))(x),
    "callback": lambda: jax.pure_callback(np.sin, jax.ShapeDtypeStruct((2,), np.float32), x[:, 0]),
    "from numpy": lambda: jnp.asarray(np.linspace(0, 1, 5)),
    "to numpy": lambda: np.asarray(x) + np.array(x),
    "get": lambda: jax.device_get({"a": x}),
    "put": lambda: jax.device_put(np.ones(3)),
    "dlpack": lambda: np.from_dlpack(x),
    "number": lambda: [float(x[0, 0]), int(whole[3]), bool(x[0, 0]), x[1].tolist(), x[0, 0].item()],
    "text": lambda: f"{x} {x!r} {x[0, 0]:.3f}",
}


def digest(result: Any) -> str:
    """Dtype, shape and bytes of all that a result holds."""
    found = hashlib.sha256(str(jax.tree.structure(result)).encode())
    for leaf in jax.tree.leaves(result):
        array = np.asarray(leaf)
        found.update(f"{array.dtype}{array.shape}".encode())
        found.update(str(leaf).encode() if array.dtype.kind in "OU" else array.tobytes())
    return found.hexdigest()


def main() -> None:
    facts: dict[str, Any] = {}
    for name, statement in STATEMENTS.items():
        if name in sys.argv[1:]:
            continue
        before = len(compiled)
        facts[name] = [digest(statement()), digest(statement())], len(compiled) - before
    facts["cached"] = {name: function._cache_size() for name, function in jitted.items()}
    donated = jnp.ones(4)
    donating(donated)
    facts["donated"] = donated.is_deleted()
    with jax.checking_leaks():
        facts["no leak"] = digest(
            [jax.jit(lambda v: jnp.sin(v) + v.sum())(x), jax.grad(lambda v: v.sum())(x)]
        )
    print(json.dumps(facts, indent=1))


main()
