"""The first line and variable where compiled code and Python part."""

from __future__ import annotations

import contextlib
import copy
from dataclasses import dataclass
from typing import Any

from numscope.compiled.numba.checking.garbage import ONE, OTHER, filled, makes_empty_arrays
from numscope.compiled.numba.checking.interpretation import run_as_python
from numscope.compiled.numba.checking.values import Tolerance, brief, difference, python_overflows
from numscope.compiled.numba.tracing.probes import Event, Probes
from numscope.compiled.numba.tracing.ring import Ring


@dataclass(frozen=True)
class Divergence:
    """Compiled code and Python disagree first at the assignment of `variable` on `line`, the `turn`-th time."""

    line: int
    variable: str
    turn: int
    compiled: Any
    python: Any
    is_sum: bool = False

    @property
    def overflowed(self) -> bool:
        """Whether Python's value no longer fits in 64 bits: the compiled one has wrapped around."""
        return python_overflows(self.python)

    def __str__(self) -> str:
        times = "" if self.turn == 1 else f" (time {self.turn})"
        values = f"{self.compiled} compiled and {brief(self.python)} in Python"
        what = "the sum of " if self.is_sum else ""
        return f"line {self.line}: {what}`{self.variable}` is {values}{times}"


def first_divergence(dispatcher: Any, arguments: tuple[Any, ...], tolerance: Tolerance) -> Divergence | None:
    """The first assignment that differs between a compiled run with probes and one as Python, or None.

    Both run on copies. Compared are assignments of numbers and arrays (by their sum), one variable at a time in the
    order of its assignments, so that the two may interleave differently.
    """
    function = dispatcher.py_func
    probes = Probes(Ring(keep="first"), functions=[function.__name__])
    with probes:
        clone = serial_clone(dispatcher)
        # An error in compiled code: the assignments up to it are compared.
        with contextlib.suppress(Exception):
            clone(*copy.deepcopy(arguments))
    events = probes.events()
    watched: dict[int, list[str]] = {}
    for event in events:
        names = watched.setdefault(event.place.line, [])
        if event.place.variable not in names:
            names.append(event.place.variable)
    if not makes_empty_arrays(function):
        return _first(events, run_as_python(function, arguments, watched).assignments, tolerance)
    # What depends on whatever memory held is different each time and parts nothing.
    one, other = (filled(function, arguments, byte, watched=watched)[0].assignments for byte in (ONE, OTHER))
    python = [
        (line, name, value if _same(value, again[2]) else None)
        for (line, name, value), again in zip(one, other, strict=False)
    ]
    return _first(events, python, tolerance)


def _same(one: Any, other: Any) -> bool:
    return one is not None and other is not None and difference(one, other, 0) is None


def serial_clone(dispatcher: Any, **changes: Any) -> Any:
    """The same function, to be compiled anew, without parallel loops and caching, and with `changes`."""
    import numba

    options = {
        name: value
        for name, value in dispatcher.targetoptions.items()
        if name not in ("nopython", "parallel", "cache", "forceobj")
    }
    return numba.njit(**{**options, **changes})(dispatcher.py_func)


def _first(
    events: list[Event], python: list[tuple[int, str, Any]], tolerance: Tolerance
) -> Divergence | None:
    theirs: dict[tuple[int, str], list[Any]] = {}
    for line, name, value in python:
        theirs.setdefault((line, name), []).append(value)
    turns: dict[tuple[int, str], int] = {}
    for event in events:
        key = (event.place.line, event.place.variable)
        turn = turns[key] = turns.get(key, 0) + 1
        values = theirs.get(key, [])
        if turn > len(values) or values[turn - 1] is None:
            continue
        slack = tolerance.times(64) if event.digest else tolerance
        if difference(event.value, values[turn - 1], slack) is not None:
            return Divergence(*key, turn, event.value, values[turn - 1], event.digest)
    return None
