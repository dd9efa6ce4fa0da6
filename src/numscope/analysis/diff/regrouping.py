"""Functions that only one of two programs has, and whose operations the other makes in other functions.

Operations are recognised by their names and values, so their order does not count.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from numscope.analysis.diff.rows import DiffRows
from numscope.trace import Trace

# So much of what a function's operations make has to be made in the other program's functions.
_LEAST_SHARE = 0.9
_MOST_OPERATIONS = 500_000
_WITHIN = re.compile(r"\.<locals>\..*|\.?<(lambda|listcomp|genexpr|dictcomp|setcomp)>$")


@dataclass(frozen=True)
class Regrouping:
    """What `before`, functions of the first program, compute stands in `after` in the second.

    operations: of the second program in `after` that the first has, too. remains: the second program has all of
    `before`, too.
    """

    before: tuple[str, ...]
    after: tuple[str, ...]
    operations: int
    remains: bool


def regroupings(traces: tuple[Trace, Trace], rows: tuple[DiffRows, DiffRows]) -> tuple[Regrouping, ...]:
    """Return which functions were split, joined, taken out of others or renamed, without a change of a value."""
    if max(map(len, rows)) > _MOST_OPERATIONS:
        return ()
    sides = [_by_function(trace, one) for trace, one in zip(traces, rows, strict=True)]
    only = set(sides[0]) - set(sides[1]), set(sides[1]) - set(sides[0])
    edges = _edges(*sides)
    moved = {(f, g): count for (f, g), count in edges.items() if f in only[0] or g in only[1]}
    for side, functions in enumerate(only):
        for function in functions:
            found = sum(count for pair, count in moved.items() if pair[side] == function)
            if found < _LEAST_SHARE * sum(sides[side][function].values()):
                moved = {pair: count for pair, count in moved.items() if pair[side] != function}
    return tuple(_groups(moved, only))


def _by_function(trace: Trace, rows: DiffRows) -> dict[str, Counter[int]]:
    """Return by function how often it ran each operation with the same values."""
    values = (
        rows.name ^ rows.inputs * np.uint64(3) ^ rows.arguments * np.uint64(5) ^ rows.outputs * np.uint64(7)
    )
    names = dict(
        zip(*trace.ask("select id, user_function from operations where depth = 0").columns, strict=False)
    )
    known = {int(number.as_py()): name.as_py() for number, name in names.items()}
    found: dict[str, Counter[int]] = defaultdict(Counter)
    for number, value in zip(rows.ids.tolist(), values.tolist(), strict=True):
        found[_WITHIN.sub("", known.get(number) or "") or "<module>"][value] += 1
    return found


def _edges(a: dict[str, Counter[int]], b: dict[str, Counter[int]]) -> Counter[tuple[str, str]]:
    """Return how many operations went from a function of the first program to one of another name in the second."""
    left: dict[int, list[list[Any]]] = defaultdict(list)
    for function, values in a.items():
        for value, count in (values - b.get(function, Counter())).items():
            left[value].append([function, count])
    edges: Counter[tuple[str, str]] = Counter()
    for function, values in b.items():
        for value, count in (values - a.get(function, Counter())).items():
            for source in left.get(value, ()):
                taken = min(count, source[1])
                source[1] -= taken
                count -= taken
                if taken:
                    edges[source[0], function] += taken
    return edges


def _groups(moved: dict[tuple[str, str], int], only: tuple[set[str], set[str]]) -> Iterable[Regrouping]:
    """Yield the functions that belong together: those of one side that share functions of the other."""
    waiting = dict(moved)
    while waiting:
        first = next(iter(waiting))
        group = {first}
        while True:
            near = {pair for pair in waiting if any(_touch(pair, one, only) for one in group)}
            if near <= group:
                break
            group |= near
        operations = sum(waiting.pop(pair) for pair in list(group))
        before, after = ({pair[side]: None for pair in moved if pair in group} for side in (0, 1))
        yield Regrouping(tuple(before), tuple(after), operations, not only[0].intersection(before))


def _touch(pair: tuple[str, str], other: tuple[str, str], only: tuple[set[str], set[str]]) -> bool:
    """Return whether two moves share a function that only one program has."""
    return any(pair[side] == other[side] and pair[side] in only[side] for side in (0, 1))
