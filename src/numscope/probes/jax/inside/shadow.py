"""Runs the instrumented copy beside each call of a jitted function; says how far its results are from the real ones."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numscope._core as _core
from numscope.probes.jax.inside.copy import run
from numscope.probes.jax.inside.equations import body
from numscope.probes.jax.inside.record import Around, Recording

MOST_BYTES = 1 << 30
_MOST_TOLD = 10


class RefusedError(Exception):
    """The inside of a call can't be looked into; the text says why."""


class Shadows:
    """Is called by the core after each call of a jitted function. tell: shows the user a sentence."""

    def __init__(self, libraries: tuple[str, ...], tell: Callable[[str], None]) -> None:
        self._recording = Recording(libraries)
        self._tell = tell
        self._told: set[str] = set()
        # By the jaxpr, which JAX itself keeps for each signature: the compiled copy.
        self._copies: dict[int, tuple[Any, Any]] = {}

    def __call__(
        self, jitted: Any, arguments: tuple[Any, ...], keywords: dict[str, Any], result: Any
    ) -> None:
        """Run the copy with the same inputs, and record what it gave."""
        jax = sys.modules["jax"]
        leaves = jax.tree.leaves((arguments, keywords))
        if any(isinstance(leaf, jax.core.Tracer) for leaf in leaves):
            return  # inside of another function that is traced
        try:
            self._look(jitted, arguments, keywords, result)
        except RefusedError as refused:
            self._refuse(jitted, str(refused))
        except Exception as error:  # noqa: BLE001 - whatever JAX can't do with the copy, the program has its result
            self._refuse(
                jitted, f"{type(error).__name__}: {str(error).splitlines()[0][:200] if str(error) else ''}"
            )

    def _look(self, jitted: Any, arguments: Any, keywords: Any, result: Any) -> None:
        jax = sys.modules["jax"]
        _core.mute()
        try:
            traced = _traced(jitted, arguments, keywords)
            given = _inputs(traced, arguments, keywords)
            copy = self._copy_of(traced.jaxpr)
            results, seen = jax.block_until_ready(copy(given))
            deviation = _deviation(results, jax.tree.leaves(result))
        finally:
            _core.unmute()

        def give() -> tuple[None, Any]:
            self._recording.write(body(traced.jaxpr), given, seen, Around())
            return None, tuple(results)

        operands = {f"in{number}": value for number, value in enumerate(given)}
        _core.operate("jax.shadow", operands, {"inside": "shadow", "deviation": deviation}, give)

    def _copy_of(self, jaxpr: Any) -> Any:
        known = self._copies.get(id(jaxpr))
        if known is None:
            of = body(jaxpr)
            known = self._copies[id(jaxpr)] = jaxpr, sys.modules["jax"].jit(lambda given: run(of, given))
        return known[1]

    def _refuse(self, jitted: Any, reason: str) -> None:
        name = getattr(jitted, "__name__", "?")
        _core.note("jax.shadow", None, {"inside": f"not seen: {reason}"})
        if name not in self._told and len(self._told) < _MOST_TOLD:
            self._told.add(name)
            self._tell(f"--inside-jit does not see inside {name}: {reason}")


def _traced(jitted: Any, arguments: Any, keywords: Any) -> Any:
    """The jaxpr of the call, which JAX has kept: the function is not traced anew."""
    jax = sys.modules["jax"]
    deleted = [
        one
        for one in jax.tree.leaves((arguments, keywords))
        if isinstance(one, jax.Array) and one.is_deleted()
    ]
    if deleted:
        raise RefusedError("an input was donated, and is gone when the call has run")
    if not hasattr(jitted, "trace"):
        raise RefusedError("this JAX does not show what it has traced")
    traced = jitted.trace(*arguments, **keywords)
    if traced.jaxpr.effects:
        raise RefusedError("it has effects (a callback or ordered output), which would happen twice")
    size = sum(_bytes(variable.aval) for equation in traced.jaxpr.jaxpr.eqns for variable in equation.outvars)
    if size > MOST_BYTES:
        raise RefusedError(f"what its equations give takes {size >> 20:,} MB, more than {MOST_BYTES >> 20:,}")
    return traced


def _inputs(traced: Any, arguments: Any, keywords: Any) -> list[Any]:
    """What the jaxpr is given: static arguments are not among it."""
    jax = sys.modules["jax"]
    leaves = jax.tree.leaves((arguments, keywords))
    wanted = len(traced.jaxpr.in_avals)
    if len(leaves) != wanted:
        leaves = [leaf for leaf in leaves if hasattr(leaf, "dtype")]
    if len(leaves) != wanted:
        raise RefusedError("its static arguments can't be distinguished from the others")
    return list(leaves)


def _bytes(aval: Any) -> int:
    return int(getattr(aval, "size", 0)) * int(getattr(getattr(aval, "dtype", None), "itemsize", 0) or 0)


def _deviation(results: list[Any], real: list[Any]) -> str:
    """The largest difference between the copy's results and the program's, in parts of the largest number of each."""
    import numpy as np

    worst = 0.0
    for ours, theirs in zip(results, real, strict=True):
        if not isinstance(getattr(ours, "dtype", None), np.dtype) or not ours.size:
            continue
        first, second = (np.asarray(one).astype(np.complex128) for one in (ours, theirs))
        finite = np.isfinite(first) & np.isfinite(second)
        if (np.isfinite(first) != np.isfinite(second)).any():
            return "NaN or infinity elsewhere"
        if finite.any():
            apart = np.abs(first - second)[finite].max()
            worst = max(worst, float(apart / (np.abs(second)[finite].max() or 1.0)))
    return f"{worst:.1e}"
