"""What JAX's operations are in the words of NumPy."""

from __future__ import annotations

# How the names begin of what NumPy has under the same name, or under a name in MEANING.
PREFIXES = (
    "jax.shadow.",
    "jax.numpy.linalg.",
    "jax.numpy.",
    "jax.scipy.special.",
    "jax.lax.",
    "jax.nn.",
    "jax.Array.",
)
# The primitives of jaxprs, and functions of jax.lax, that NumPy calls otherwise.
MEANING = {
    "div": "divide",
    "true_divide": "divide",
    "sub": "subtract",
    "mul": "multiply",
    "neg": "negative",
    "rem": "remainder",
    "pow": "power",
    "integer_pow": "power",
    "acos": "arccos",
    "asin": "arcsin",
    "dot_general": "matmul",
    "reduce_sum": "sum",
    "reduce_prod": "prod",
    "reduce_max": "max",
    "reduce_min": "min",
    "cumlogsumexp": "logaddexp",
}


# How the names of compiled functions begin, and how a traced array is written: type and shape.
COMPILES = "jax.jit."
TRACED = r"traced (?P<dtype>\w+)\[(?P<shape>[\d,]*)\]"
# Functions that answer NaN for rows that an array has not, unless they are given a mode.
FILLS_WITH_NAN = frozenset(("jax.numpy.take", "jax.numpy.take_along_axis"))


def own_name(name: str) -> str | None:
    """Return NumPy's name of an operation of JAX; None: it is no function of JAX's."""
    for prefix in PREFIXES:
        if name.startswith(prefix):
            rest = name[len(prefix) :]
            return MEANING.get(rest, rest)
    return None
