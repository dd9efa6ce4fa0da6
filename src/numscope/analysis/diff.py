"""What changed from one run to another: the first operation that went differently, and what follows from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from numscope.analysis.alignment import align
from numscope.analysis.array_difference import ArrayDifference, Tolerance, compare_arrays
from numscope.analysis.diff_rows import DiffRows
from numscope.errors import NumscopeError, UsageError
from numscope.trace import Operand, Operation, Trace
from numscope.trace.operation import AFTER

# Values are compared for at most so many pairs of operations; what lies beyond counts by its hash.
_MOST_COMPARED = 2000


@dataclass(frozen=True)
class OperandDifference:
    """Two operands at the same place. difference is None when there are no values to compare."""

    role: str
    place: str
    first: str
    second: str
    difference: ArrayDifference | None


@dataclass(frozen=True)
class Change:
    """One place where the runs differ.

    kind: `result` (same inputs and arguments, another result), `argument`, `input` (data that no earlier change
    explains), `exception`, `removed`, `inserted`, `moved` (in both, at another place in the order). first, second:
    the operations.
    """

    kind: str
    first: Operation | None
    second: Operation | None
    operands: tuple[OperandDifference, ...] = ()


@dataclass(frozen=True)
class EnvironmentChange:
    """A fact about the runs' surroundings that differs."""

    name: str
    first: str
    second: str


@dataclass(frozen=True)
class Diff:
    """What differs between two runs, outermost operations only.

    changes: causes, in the order in which they came; the first is where to look. consequences: operations that went
    differently because their inputs did. within_tolerance: operations whose results differ by no more than is allowed.
    related: False when the runs share so little that they are of different programs.
    """

    environment: tuple[EnvironmentChange, ...]
    changes: tuple[Change, ...]
    found: int
    consequences: int
    within_tolerance: int
    paired: int
    first_count: int
    second_count: int
    related: bool


def diff(first: Trace, second: Trace, tolerance: Tolerance | None = None, limit: int = 10) -> Diff:
    """Compare two traces; at most `limit` changes are given in full.

    Raises UsageError if one of them holds no content hashes (`--values none`).
    """
    for trace in (first, second):
        hashes = trace.sql("select 1 from stored.contents where hash_low is not null limit 1").num_rows
        if len(trace) and not hashes:
            raise UsageError(f"{trace.path} holds no content hashes: record with --values stats or full.")
    return _Comparison(first, second, tolerance or Tolerance()).result(limit)


class _Comparison:
    def __init__(self, first: Trace, second: Trace, tolerance: Tolerance) -> None:
        self._traces = (first, second)
        self._rows = (DiffRows(first), DiffRows(second))
        self._tolerance = tolerance
        self._tolerated: set[int] = set()

    def result(self, limit: int) -> Diff:
        a, b = self._rows
        pairs = self._paired()
        lone = self._lone(pairs)
        differing = self._differing(pairs)
        roots, consequences = self._causes(differing)
        # In the order of the second run; what was removed stands where it stood in the first.
        ordered = sorted([*lone, *roots], key=lambda change: change[0])
        changes = [self._change(kind, x, y) for _, kind, x, y in ordered[:limit]]
        return Diff(
            self._environment(),
            tuple(changes),
            len(ordered),
            consequences,
            len(self._tolerated),
            len(pairs),
            len(a),
            len(b),
            related=not len(a) or not len(b) or len(pairs) * 4 >= min(len(a), len(b)),
        )

    def _paired(self) -> Any:
        """Operations that stand for each other: by name, path and shapes; between these, by name and path."""
        a, b = self._rows
        sure = align(a.key, b.key)
        result: list[tuple[int, int]] = []
        before = (-1, -1)
        for pair in [*sure, (len(a), len(b))]:
            if pair[0] - before[0] > 1 and pair[1] - before[1] > 1:
                x, y = before[0] + 1, before[1] + 1
                between = align(a.path[x : pair[0]], b.path[y : pair[1]])
                result.extend((x + i, y + j) for i, j in between)
            if pair[0] < len(a):
                result.append(pair)
            before = pair
        return np.array(result, np.int64).reshape(-1, 2)

    def _lone(self, pairs: Any) -> list[tuple[float, str, int | None, int | None]]:
        """Operations without a counterpart: removed, inserted, or, when both of the same kind, moved."""
        a, b = self._rows
        removed = np.setdiff1d(np.arange(len(a)), pairs[:, 0])
        inserted = np.setdiff1d(np.arange(len(b)), pairs[:, 1])
        found: list[tuple[float, str, int | None, int | None]] = []
        waiting: dict[int, list[int]] = {}
        for index in inserted.tolist():
            waiting.setdefault(int(b.key[index]), []).append(index)
        moved: set[int] = set()
        for index in removed.tolist():
            same = waiting.get(int(a.key[index]))
            if same:
                other = same.pop(0)
                moved.add(other)
                found.append((min(other, self._position(pairs, index)), "moved", index, other))
            else:
                found.append((self._position(pairs, index), "removed", index, None))
        found.extend((index, "inserted", None, index) for index in inserted.tolist() if index not in moved)
        return found

    @staticmethod
    def _position(pairs: Any, index: int) -> float:
        """Where in the second run an operation of the first would stand."""
        behind = np.searchsorted(pairs[:, 0], index)
        return float(pairs[behind - 1, 1]) + 0.5 if behind else -0.5

    def _differing(self, pairs: Any) -> Any:
        a, b = self._rows
        x, y = pairs[:, 0], pairs[:, 1]
        differ = (
            (a.outputs[x] != b.outputs[y]) | (a.inputs[x] != b.inputs[y]) | (a.arguments[x] != b.arguments[y])
        )
        return pairs[differ]

    def _causes(self, differing: Any) -> tuple[list[tuple[float, str, int | None, int | None]], int]:
        """Which of the differing pairs began a difference, and how many only passed one on."""
        a, b = self._rows
        roots: list[tuple[float, str, int | None, int | None]] = []
        consequences = compared = 0
        explained = False
        for x, y in differing.tolist():
            same_inputs = a.inputs[x] == b.inputs[y]
            same_arguments = a.arguments[x] == b.arguments[y]
            if same_inputs and same_arguments:
                kind = "result"
            elif same_inputs:
                kind = "argument"
            elif not explained:
                kind = "input"
            else:
                consequences += 1
                continue
            if kind != "argument" and compared < _MOST_COMPARED:
                compared += 1
                if self._is_tolerated(x, y):
                    self._tolerated.add(y)
                    continue
            explained = True
            roots.append((float(y), kind, x, y))
        return roots, consequences

    def _is_tolerated(self, x: int, y: int) -> bool:
        """Whether two operations' operands are equal as far as the tolerance goes."""
        first, second = self._operation(0, x), self._operation(1, y)
        if first.exception != second.exception or len(first.operands) != len(second.operands):
            return False
        for one, other in zip(first.operands, second.operands, strict=True):
            found = self._compare(one, other)
            if found is not None and (found.difference is None or not found.difference.equal):
                return False
        return True

    def _operation(self, which: int, index: int) -> Operation:
        number = int(self._rows[which].ids[index])
        return self._traces[which].operations.fetch([number])[0]

    def _change(self, kind: str, x: int | None, y: int | None) -> Change:
        first = None if x is None else self._operation(0, x)
        second = None if y is None else self._operation(1, y)
        if first is None or second is None or kind == "moved":
            return Change(kind, first, second)
        if first.exception != second.exception and kind == "result":
            kind = "exception"
        pairs = zip(first.operands, second.operands, strict=False)
        operands = tuple(found for found in (self._compare(*pair) for pair in pairs) if found is not None)
        return Change(kind, first, second, operands)

    def _compare(self, one: Operand, other: Operand) -> OperandDifference | None:
        """How two operands at the same place differ; None if they do not."""
        if one.role == "out" or (one.hash == other.hash and one.hash is not None):
            return None
        if (
            not one.is_array()
            and not other.is_array()
            and (one.literal, one.type) == (other.literal, other.type)
        ):
            return None
        place = other.name or str(other.position)
        try:
            values = (one.value(), other.value())
        except NumscopeError:
            return OperandDifference(other.role, place, one.describe(), other.describe(), None)
        if any(value is None or isinstance(value, str) for value in values):
            return OperandDifference(other.role, place, one.describe(), other.describe(), None)
        difference = compare_arrays(values[0], values[1], self._tolerance)
        if difference.equal and other.role in AFTER:
            return None
        return OperandDifference(other.role, place, one.describe(), other.describe(), difference)

    def _environment(self) -> tuple[EnvironmentChange, ...]:
        facts = [_facts(trace) for trace in self._traces]
        names = dict.fromkeys([*facts[0], *facts[1]])
        return tuple(
            EnvironmentChange(name, facts[0].get(name, "-"), facts[1].get(name, "-"))
            for name in names
            if facts[0].get(name, "-") != facts[1].get(name, "-")
        )


def _facts(trace: Trace) -> dict[str, str]:
    """What is known of a run's surroundings, by name."""
    facts: dict[str, str] = {}
    for key in ("command", "versions", "policy", "host", "environment", "packages"):
        _flatten(key, trace.manifest.get(key), facts)
    for row in trace.table("processes").to_pylist()[:1]:
        for name in ("python", "numpy", "executable", "argv"):
            facts[name] = str(row[name])
    facts.pop("policy.output", None)
    return facts


def _flatten(name: str, value: Any, facts: dict[str, str]) -> None:
    if isinstance(value, dict):
        for key, part in value.items():
            _flatten(f"{name}.{key}", part, facts)
    elif value is not None:
        facts[name] = str(value)
