"""Drives two code objects with the same recording objects, and raises at every point of the run in turn.

A point is one thing done to an object: a call, a truth value, an attribute. The first run of a seed raises nowhere;
each further one raises at the next point, so that every way out of every statement that the answers lead to is taken.
"""

from __future__ import annotations

import builtins
import contextlib
import gc
import types
from collections.abc import Callable, Iterator

from recording_mocks import (
    _REAL,
    Mock,
    OutOfSteps,
    Trace,
    _chain,
    _no_longer_than,
    _run,
    describe,
    exceptions_of,
    names_in,
)

_MOST_STEPS = 150
_OURS = ("__builtins__", "kw", "seq", "meta", "Kind")
_SECONDS = 0.3


class Answers(Trace):
    """Answers by the seed's dice, and raises at point `at` (-1: nowhere)."""

    def __init__(self, seed: int, raising: list[type[BaseException]], at: int) -> None:
        super().__init__(seed, raising)
        self.at = at
        self.kind = raising[(seed + at) % len(raising)]

    def did(self, what: str, *values: object) -> None:
        """Write one step down; raise where that was asked for."""
        self.lines.append(f"{what}({', '.join(describe(value) for value in values)})")
        if len(self.lines) > _MOST_STEPS:
            raise OutOfSteps
        if len(self.lines) - 1 == self.at:
            raise self.kind(f"raised at point {self.at}")


def _imported(trace: Trace) -> Callable[..., object]:
    def importing(name: str, *more: object) -> object:
        trace.did("import", name, *more[2:])
        return trace.mock()

    return importing


def space_of(trace: Trace, names: set[str]) -> dict[str, object]:
    """Make the globals: every name is a recording object, but for a few.

    `kw` and `seq` give a real dict and list, `Kind` is the objects' class, `meta` makes a class.
    """
    space: dict[str, object] = {
        "__builtins__": {**vars(builtins), "__import__": _imported(trace)},
        "__name__": "driven",
    }
    special = {
        "kw": lambda: _keywords(trace),
        "seq": lambda: _sequence(trace),
        "meta": lambda *parts, **more: _class(trace, parts, more),
        "Kind": Mock,
    }
    for name in sorted(names):
        real = getattr(builtins, name, None)
        exception = isinstance(real, type) and issubclass(real, BaseException)
        if name in special:
            space[name] = special[name]
        elif name not in space and name not in _REAL and not exception and name not in ("list", "sum"):
            space[name] = trace.mock()
    return space


def _keywords(trace: Trace) -> dict[str, object]:
    trace.did("kw")
    return {f"w{number}": trace.mock() for number in range(trace.random.choice((0, 1, 2)))}


def _sequence(trace: Trace) -> list[object]:
    trace.did("seq")
    return [trace.mock() for _ in range(trace.random.choice((0, 1, 2, 2)))]


def _class(trace: Trace, parts: tuple[object, ...], more: dict[str, object]) -> object:
    name, _, space = parts
    kept = {
        key: one
        for key, one in space.items()
        if not key.startswith("__") or key in ("__doc__", "__annotations__")
    }
    trace.did("meta", name, kept, more)
    return trace.mock()


def drive(
    code: types.CodeType, seed: int, at: int, names: set[str], raising: list[type[BaseException]]
) -> tuple[list[str], list[str]]:
    """Run a code object once; give its trace and how it ended."""
    trace = Answers(seed, raising, at)
    space = space_of(trace, names)
    cells = {name: types.CellType(trace.mock()) for name in sorted(code.co_freevars)}
    function = types.FunctionType(code, space, code.co_name, None, tuple(cells[n] for n in code.co_freevars))
    count = code.co_argcount
    arguments = [trace.mock() for _ in range(count)]
    keywords = {name: trace.mock() for name in code.co_varnames[count : count + code.co_kwonlyargcount]}
    ended: list[str] = []
    with _no_longer_than(_SECONDS):
        try:
            result = function(*arguments, **keywords)
            ended += [f"returned {describe(_run(result, trace, ended))}"]
        except BaseException as error:  # noqa: BLE001 - whatever is raised is what is compared
            ended += _chain(error)
    changed = {name: value for name, value in space.items() if name not in _OURS}
    ended.append(describe(changed, 4))
    return trace.lines, ended


def differs(one: types.CodeType, two: types.CodeType, seeds: int, points: int) -> str:
    """Drive both with `seeds` sets of answers, raising at up to `points` points each; give the first difference."""
    names, raising = names_in(one), exceptions_of(one)
    with _without_collection():
        for seed in range(seeds):
            length = 1
            at = -1
            while at < length and at < points:
                first = drive(one, seed, at, names, raising)
                second = drive(two, seed, at, names, raising)
                found = _first_difference(first, second)
                if found:
                    return f"answers {seed}, raising at {at}: {found}"
                length = len(first[0])
                at += 1
    return ""


def _first_difference(first: tuple[list[str], list[str]], second: tuple[list[str], list[str]]) -> str:
    if first == second or any(line.startswith("raised TooSlow") for line in first[1] + second[1]):
        return ""
    ways = ([*lines, "END", *ended] for lines, ended in (first, second))
    for mine, other in zip(*ways, strict=False):
        if mine != other:
            return f"{mine[:150]} against {other[:150]}"
    return "one goes on longer"


@contextlib.contextmanager
def _without_collection() -> Iterator[None]:
    """Collect no garbage meanwhile: when that happens is no behaviour of the function."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


__all__ = ["Mock", "differs", "drive"]
