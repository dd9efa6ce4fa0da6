"""What SciPy's objects hold: sparse matrices, results of optimisers and solvers, distributions, interpolators.

Called for each operand of each recorded call; nothing is copied.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

Described = tuple[tuple[Any, ...], tuple[Any, ...], tuple[Any, ...]]
_MOST_PARTS = 24
_SPARSE = ("data", "indices", "indptr", "row", "col", "offsets")
_WORDS = (str, bool, int)
_NUMBERS = (float, complex, np.ndarray, np.generic)
# Counts and states of a result, which numbers of the program are not.
_STATES = frozenset(
    (
        *("success", "status", "message", "nit", "nfev", "njev", "nhev", "nlu"),
        *("converged", "flag", "iterations", "function_calls", "niter"),
    )
)


def sparse(value: Any) -> Described:
    """Describe a sparse matrix or array: format and shape, and the arrays that it is made of."""
    facts = ("format", value.format, "shape", str(value.shape), "nonzeros stored", int(value.nnz))
    held = vars(value)
    coords = held.get("coords")
    parts = tuple(_pairs((name, held.get(name)) for name in _SPARSE))
    if isinstance(coords, tuple):
        parts += tuple(_pairs((f"coords[{axis}]", one) for axis, one in enumerate(coords)))
    return facts, parts, ()


def result(value: Any) -> Described:
    """Describe what an optimiser or a solver gives: how it ended, and the arrays that it found."""
    held = list(value.items()) if isinstance(value, dict) else list(vars(value).items())
    facts: list[Any] = []
    for name, one in held:
        if isinstance(one, _WORDS) or (name in _STATES and isinstance(one, np.generic)):
            facts += (name, one if isinstance(one, _WORDS) else one.item())
    parts = tuple(_pairs((name, one) for name, one in held if name not in _STATES))
    return tuple(facts), parts[: 2 * _MOST_PARTS], ()


def held(value: Any) -> Described:
    """Describe an interpolator by the arrays and numbers in its attributes, public or not.

    What it gives outside the range of its points, mostly NaN, is no data.
    """
    named = {name.lstrip("_"): one for name, one in _attributes(value) if "fill" not in name}
    return (), tuple(_pairs(named.items()))[: 2 * _MOST_PARTS], ()


def _attributes(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the attributes of an object, those in slots of its classes too."""
    for kind in type(value).__mro__:
        for name in vars(kind).get("__slots__", ()):
            yield name, getattr(value, name, None)
    yield from getattr(value, "__dict__", {}).items()


def distribution(value: Any) -> Described:
    """Describe a distribution by its name."""
    return ("name", str(value.name)), (), ()


def frozen(value: Any) -> Described:
    """Describe a distribution with parameters by its name and these."""
    named = {f"argument {at}": one for at, one in enumerate(value.args)} | value.kwds
    facts: tuple[Any, ...] = ("name", str(value.dist.name))
    for name, one in named.items():
        facts += (name, one) if isinstance(one, int) else ()
    return facts, tuple(_pairs(named.items())), ()


def _pairs(named: Iterable[tuple[str, Any]]) -> Iterator[Any]:
    for name, one in named:
        if isinstance(one, _NUMBERS) and not (isinstance(one, np.ndarray) and one.dtype == object):
            yield name
            yield one
