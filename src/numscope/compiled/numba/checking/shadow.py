"""Arrays that remember which cells a turn of a prange touched, and on which line."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from numscope.compiled.numba.checking.interpretation import run_as_python
from numscope.user_code import is_user_file

CREATORS = ("zeros", "empty", "ones", "full", "zeros_like", "empty_like", "ones_like", "full_like")


@dataclass(frozen=True)
class Race:
    """Two turns of a prange touch one cell, and at least one writes it; `line` is where, in `file`."""

    array: str
    cell: tuple[int, ...]
    turns: tuple[int, int]
    writes: bool
    file: str | None
    line: int | None
    other_line: int | None

    def __str__(self) -> str:
        cell = ", ".join(map(str, self.cell))
        first, second = self.turns
        if self.writes:
            return f"turns {first} and {second} of the prange both write element {cell} of `{self.array}`"
        where = f", line {self.other_line}" if self.other_line not in (None, self.line) else ""
        return (
            f"turn {first} of the prange writes element {cell} of `{self.array}`, which turn {second} reads{where}: "
            "which comes first is luck"
        )


@dataclass(frozen=True)
class Touch:
    """Where an access stands: what the array is called there, the file and the line."""

    name: str | None
    file: str | None
    line: int | None


NOWHERE = Touch(None, None, None)


@dataclass
class Ledger:
    """Which turns read and wrote each cell of one array, counted from its start in memory, and where first."""

    name: str
    shape: tuple[int, ...]
    reads: dict[int, dict[int, Touch]] = field(default_factory=dict)
    writes: dict[int, dict[int, Touch]] = field(default_factory=dict)


class Shadow(np.ndarray[Any, Any]):
    """An array that enters every indexed access of the current turn in a ledger. Views share the ledger."""

    ledger: Ledger | None
    cells: np.ndarray[Any, Any] | None
    turn: list[int | None]

    def __array_finalize__(self, source: Any) -> None:
        self.ledger = self.cells = None

    def __getitem__(self, key: Any) -> Any:
        found = np.asarray(self)[key]
        if self.ledger is None or self.cells is None:
            return found
        touched = self.cells[key]
        if isinstance(found, np.ndarray) and found.ndim and np.shares_memory(found, self):
            view = found.view(Shadow)
            view.ledger, view.cells, view.turn = self.ledger, touched, self.turn
            return view
        self._enter(self.ledger.reads, touched)
        return found

    def __setitem__(self, key: Any, value: Any) -> None:
        if self.ledger is not None and self.cells is not None:
            self._enter(self.ledger.writes, self.cells[key])
        np.asarray(self)[key] = value

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, out: Any = None, **keywords: Any) -> Any:
        for item in inputs:
            if isinstance(item, Shadow) and item.ledger is not None:
                item._enter(item.ledger.reads, item.cells)
        for item in out or ():
            if isinstance(item, Shadow) and item.ledger is not None:
                item._enter(item.ledger.writes, item.cells)
        plain = [np.asarray(item) if isinstance(item, Shadow) else item for item in inputs]
        if out is not None:
            keywords["out"] = tuple(np.asarray(item) for item in out)
        result = getattr(ufunc, method)(*plain, **keywords)
        return out[0] if out is not None and len(out) == 1 else result

    def _enter(self, book: dict[int, dict[int, Touch]], cells: Any) -> None:
        turn = self.turn[0]
        if turn is None:
            return
        touch = _touch(self)
        for cell in np.asarray(cells).ravel().tolist():
            book.setdefault(cell, {}).setdefault(turn, touch)


def _touch(array: Any) -> Touch:
    """The user's line that touches `array`, and the name it has there."""
    frame: Any = sys._getframe(2)
    while frame is not None and not is_user_file(frame.f_code.co_filename):
        frame = frame.f_back
    if frame is None:
        return NOWHERE
    named = (name for name, value in frame.f_locals.items() if value is array)
    return Touch(next(named, None), frame.f_code.co_filename, frame.f_lineno)


class NumpyWithShadows:
    """Stands for `np` in the checked function: what it creates is prepared by `prepare`."""

    def __init__(self, prepare: Callable[[str, np.ndarray[Any, Any]], Any]) -> None:
        self._prepare = prepare

    def __getattr__(self, name: str) -> Any:
        found = getattr(np, name)
        if name not in CREATORS:
            return found
        return lambda *arguments, **keywords: self._prepare(name, found(*arguments, **keywords))


def races(dispatcher: Any, arguments: tuple[Any, ...]) -> list[Race]:
    """Run the function as Python, turn by turn, and find cells that two turns share and one writes.

    Exact for this input, whatever the threads did; reductions (`total += x`) into plain variables are Numba's own
    business and no race.
    """
    function = dispatcher.py_func
    turn: list[int | None] = [None]
    ledgers: list[Ledger] = []

    def shadow(name: str, array: np.ndarray[Any, Any]) -> Any:
        view = array.view(Shadow)
        view.ledger, view.turn = Ledger(name, array.shape), turn
        view.cells = np.arange(array.size).reshape(array.shape)
        ledgers.append(view.ledger)
        return view

    def prange(*limits: Any) -> Iterator[int]:
        outer = turn[0]
        for number in builtins.range(*limits):
            # Only the outermost prange is parallel; the turns of inner ones belong to it.
            turn[0] = number if outer is None else outer
            yield number
        turn[0] = outer

    names = function.__code__.co_varnames
    shadowed = tuple(
        shadow(names[i], a.copy()) if isinstance(a, np.ndarray) else a for i, a in enumerate(arguments)
    )
    made = NumpyWithShadows(lambda name, array: shadow(f"np.{name}(...)", array))
    namespace: dict[str, Any] = {name: made for name, value in function.__globals__.items() if value is np}
    run_as_python(function, shadowed, namespace={**namespace, **_pranges(function, prange)}, copied=False)
    return [race for ledger in ledgers for race in _shared(ledger)][:5]


def _pranges(function: Any, prange: Any) -> dict[str, Any]:
    import numba

    scope = function.__globals__
    replaced = {name: prange for name, value in scope.items() if value is numba.prange}
    for name, value in scope.items():
        if value is numba:
            replaced[name] = _NumbaWith(prange)
    return replaced


class _NumbaWith:
    """Stands for the `numba` module: everything is Numba's but `prange`."""

    def __init__(self, prange: Any) -> None:
        self.prange = prange

    def __getattr__(self, name: str) -> Any:
        import numba

        return getattr(numba, name)


def _shared(ledger: Ledger) -> Iterator[Race]:
    for cell, writers in sorted(ledger.writes.items()):
        others = {**ledger.reads.get(cell, {}), **writers}
        if len(others) < 2:
            continue
        writer = min(writers)
        both = len(writers) > 1
        other = min(turn for turn in (writers if both else others) if turn != writer)
        touch = writers[writer]
        place = tuple(int(i) for i in np.unravel_index(cell, ledger.shape)) if ledger.shape else (cell,)
        name = ledger.name if touch.name is None or not ledger.name.startswith("np.") else touch.name
        yield Race(name, place, (writer, other), both, touch.file, touch.line, others[other].line)
        return
