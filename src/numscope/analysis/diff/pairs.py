"""Which operation of one run stands for which of another, and what became of those that stand alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from numscope.analysis.diff.alignment import align
from numscope.analysis.diff.rows import DiffRows


@dataclass(frozen=True)
class Lone:
    """An operation without a counterpart, or two that only stand at each other's place.

    kind: `removed`, `inserted`, `moved`, `replaced` (another operation at its place), `other path` (the same operation,
    called from another function). position: where it stands in the second run; what was removed stands halfway
    between its neighbours.
    """

    position: float
    kind: str
    first: int | None
    second: int | None


@dataclass(frozen=True)
class Pairing:
    """pairs: (row of the first run, row of the second). lone: the rest, by position, and pairs called from elsewhere.

    alike: pairs of other threads and processes that agree in everything, in whatever order they ran. unreached:
    operations that one run did not come to because it had ended in an exception.
    """

    pairs: Any
    alike: int
    lone: list[Lone]
    unreached: int


def pair(a: DiffRows, b: DiffRows) -> Pairing:
    """Pair the rows of two runs: by name, path and shapes; between these by name and path; then by name and shapes."""
    rest_a, rest_b, alike = _without_alike(a, b)
    levels = [(rows.key, rows.path, rows.name ^ rows.shapes * np.uint64(5)) for rows in (a, b)]
    found = _aligned(list(zip(*levels, strict=True)), rest_a, rest_b)
    pairs = _without_forced_end(a, b, np.array(found, np.int64).reshape(-1, 2))
    removed = np.setdiff1d(rest_a, pairs[:, 0], assume_unique=True)
    inserted = np.setdiff1d(rest_b, pairs[:, 1], assume_unique=True)
    removed, inserted, unreached = _reached(a, b, removed, inserted)
    lone = _Lonely(a, b, pairs, removed, inserted).found()
    crossed = [(one.first, one.second) for one in lone if one.kind == "other path"]
    pairs = np.concatenate([pairs, np.array(crossed, np.int64).reshape(-1, 2)])
    lone = [one for one in lone if one.kind != "other path"] + _rerouted(a, b, pairs)
    return Pairing(pairs, alike, sorted(lone, key=lambda one: one.position), unreached)


def _rerouted(a: DiffRows, b: DiffRows, pairs: Any) -> list[Lone]:
    """The pairs that were called from different functions."""
    moved = pairs[a.caller[pairs[:, 0]] != b.caller[pairs[:, 1]]]
    return [Lone(float(b.rank[y]), "other path", x, y) for x, y in moved.tolist()]


def _without_alike(a: DiffRows, b: DiffRows) -> tuple[Any, Any, int]:
    """The rows of both but for those of other threads and processes that have an equal anywhere in the other run.

    Which thread or worker takes which piece of work, and when, differs from run to run and is no difference.
    """
    beside_a, beside_b = np.flatnonzero(a.beside), np.flatnonzero(b.beside)
    if not len(beside_a) or not len(beside_b):
        return np.arange(len(a)), np.arange(len(b)), 0
    one, other = _numbered(a.whole()[beside_a]), _numbered(b.whole()[beside_b])
    _, x, y = np.intersect1d(one, other, assume_unique=True, return_indices=True)
    return np.delete(np.arange(len(a)), beside_a[x]), np.delete(np.arange(len(b)), beside_b[y]), len(x)


def _numbered(values: Any) -> Any:
    """`values` made different from each other: the n-th of equal ones is mixed with n."""
    order = np.argsort(values, kind="stable")
    ordered = values[order]
    starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
    lengths = np.diff(np.r_[starts, len(ordered)])
    result = np.empty_like(values)
    result[order] = ordered ^ (
        (np.arange(len(ordered)) - np.repeat(starts, lengths)).astype(np.uint64)
        * np.uint64(0xD1B54A32D192ED03)
    )
    return result


def _aligned(levels: list[tuple[Any, Any]], rows_a: Any, rows_b: Any) -> list[tuple[int, int]]:
    """Pairs of rows that agree on the first of `levels`, between these on the second, and so on; in rising order."""
    first, second = levels[0]
    result: list[tuple[int, int]] = []
    before = (-1, -1)
    for found in [*align(first[rows_a], second[rows_b]), (len(rows_a), len(rows_b))]:
        if levels[1:] and found[0] - before[0] > 1 and found[1] - before[1] > 1:
            between = rows_a[before[0] + 1 : found[0]], rows_b[before[1] + 1 : found[1]]
            result.extend(_aligned(levels[1:], *between))
        if found[0] < len(rows_a):
            result.append((int(rows_a[found[0]]), int(rows_b[found[1]])))
        before = found
    return result


def _without_forced_end(a: DiffRows, b: DiffRows, pairs: Any) -> Any:
    """`pairs` without the last, where a run ended in an exception and its last operation was paired for want of better.

    Then what the other run did before its half of the pair was not removed: it was never reached.
    """
    if len(pairs) < 2:
        return pairs
    (x, y), before = pairs[-1], pairs[-2]
    ended = (y == len(b) - 1 and b.raised[y]) or (x == len(a) - 1 and a.raised[x])
    alike = a.key[x] == b.key[y] or (x - before[0] == 1 and y - before[1] == 1)
    return pairs[:-1] if ended and a.raised[x] != b.raised[y] and not alike else pairs


def _reached(a: DiffRows, b: DiffRows, removed: Any, inserted: Any) -> tuple[Any, Any, int]:
    """`removed` and `inserted` without what came after the end that one of the runs found in an exception."""
    if not len(a) or not len(b):
        return removed, inserted, 0
    last_a, last_b = int(np.argmax(a.rank)), int(np.argmax(b.rank))
    if b.raised[last_b] and not a.raised[last_a]:
        left = _tail(removed, len(a))
        return removed[: len(removed) - left], inserted, left
    if a.raised[last_a] and not b.raised[last_b]:
        left = _tail(inserted, len(b))
        return removed, inserted[: len(inserted) - left], left
    return removed, inserted, 0


def _tail(rows: Any, length: int) -> int:
    """How many of the rising `rows` stand without a gap at the end of `length` rows."""
    expected = np.arange(length - len(rows), length)
    different = np.flatnonzero(rows != expected)
    return len(rows) - (int(different[-1]) + 1 if len(different) else 0)


class _Lonely:
    def __init__(self, a: DiffRows, b: DiffRows, pairs: Any, removed: Any, inserted: Any) -> None:
        self._rows = (a, b)
        self._pairs = pairs
        self._removed = removed.tolist()
        self._inserted = inserted.tolist()
        self._gaps = tuple(
            np.searchsorted(pairs[:, side], rows).tolist() for side, rows in enumerate((removed, inserted))
        )
        self._found: list[Lone] = []

    def found(self) -> list[Lone]:
        a, b = self._rows
        # Lists: of an array each number would become an object again each time it is looked at.
        inputs = [(row.inputs ^ row.arguments * np.uint64(3)).tolist() for row in self._rows]
        keys = [row.key.tolist() for row in self._rows]
        gaps = [
            dict(zip(rows, gaps, strict=True))
            for rows, gaps in zip((self._removed, self._inserted), self._gaps, strict=True)
        ]
        same = [
            {
                "data": inputs[i],
                "name": row.name.tolist(),
                "caller": row.caller.tolist(),
                "shapes": row.shapes.tolist(),
                "gap": gaps[i],
            }
            for i, row in enumerate(self._rows)
        ]
        # The same gap between pairs, and the same data: the operation is another, or was called from elsewhere.
        rules: tuple[tuple[str, ...], ...] = (
            ("gap", "name", "data"),
            ("gap", "caller", "data"),
            ("gap", "name", "shapes"),
            ("gap", "caller", "shapes"),
        )
        for rule in rules:
            self._match(
                lambda i, row, rule=rule: tuple(same[i][part][row] for part in rule),  # type: ignore[misc]
                lambda x, y: "other path" if a.name[x] == b.name[y] else "replaced",
            )
        for data in (True, False):
            self._match(
                lambda i, row, data=data: (keys[i][row], inputs[i][row] if data else 0),  # type: ignore[misc]
                lambda x, y: "moved",
            )
        for row in self._removed:
            self._found.append(Lone(self._position(row), "removed", row, None))
        for row in self._inserted:
            self._found.append(Lone(float(b.rank[row]), "inserted", None, row))
        return self._found

    def _match(self, key: Callable[[int, int], Any], kind: Callable[[int, int], str]) -> None:
        """Bring removed and inserted rows of equal `key` together, the earliest first."""
        waiting: dict[Any, list[int]] = {}
        for row in reversed(self._inserted):
            waiting.setdefault(key(1, row), []).append(row)
        taken: set[int] = set()
        left = []
        for row in self._removed:
            same = waiting.get(key(0, row))
            if not same:
                left.append(row)
                continue
            other = same.pop()
            taken.add(other)
            position = float(self._rows[1].rank[other])
            self._found.append(Lone(min(position, self._position(row)), kind(row, other), row, other))
        self._removed = left
        self._inserted = [row for row in self._inserted if row not in taken]

    def _position(self, row: int) -> float:
        """Where in the second run an operation of the first would stand."""
        behind = int(np.searchsorted(self._pairs[:, 0], row))
        if not behind:
            return -0.5
        return float(self._rows[1].rank[self._pairs[behind - 1, 1]]) + 0.5
