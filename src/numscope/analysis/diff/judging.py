"""How two operations differ that should be the same: their operands side by side, by value where values are kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from numscope.analysis.concepts.array_difference import ArrayDifference, Tolerance, compare_arrays
from numscope.errors import NumscopeError
from numscope.trace import Operand, Operation, Trace
from numscope.trace.elsewhere import Address, open_there
from numscope.trace.operation import AFTER

# What two operations, by their ids, turn out to be.
Judged = dict[tuple[int, int], str | None]


@dataclass(frozen=True)
class OperandDifference:
    """Two operands at the same place. difference is None when there are no values to compare."""

    role: str
    place: str
    first: str
    second: str
    difference: ArrayDifference | None


def judge(first: Operation, second: Operation, tolerance: Tolerance) -> str | None:
    """`tolerated` if all operands are equal as far as the tolerance goes; `result` if all that went in is."""
    if first.exception != second.exception or len(first.operands) != len(second.operands):
        return None
    found = differing_operands(first, second, tolerance)
    beyond = [one for one in found if not (one.difference and one.difference.equal)]
    if not beyond:
        return "tolerated"
    return "result" if all(one.role in AFTER for one in beyond) else None


def judge_all(first: Trace, other: Address, tolerance: Tolerance, pairs: list[tuple[int, int]]) -> Judged:
    """Judge pairs of operations of a trace and of one that another process has found."""
    with open_there(other) as second:
        sides = [
            {one.id: one for one in trace.operations.fetch(ids)}
            for trace, ids in zip((first, second), zip(*pairs, strict=True), strict=True)
        ]
        return {(x, y): judge(sides[0][x], sides[1][y], tolerance) for x, y in pairs}


def differing_operands(
    first: Operation, second: Operation, tolerance: Tolerance
) -> tuple[OperandDifference, ...]:
    """Return the operands of two operations that differ, inputs by anything, results by more than the tolerance."""
    compared = (_compare(*both, tolerance) for both in _at_same_places(first, second))
    return tuple(found for found in compared if found is not None)


def _compare(one: Operand | None, other: Operand | None, tolerance: Tolerance) -> OperandDifference | None:
    """How two operands at the same place differ; None if they do not."""
    if one is None or other is None:
        there = one or other
        assert there is not None
        texts = ["nothing" if operand is None else operand.describe() for operand in (one, other)]
        return OperandDifference(there.role, _place(there), texts[0], texts[1], None)
    if one.role == "out" or (one.hash == other.hash and one.hash is not None):
        return None
    if not one.is_array() and not other.is_array() and (one.literal, one.type) == (other.literal, other.type):
        return None
    found = OperandDifference(other.role, _place(other), one.describe(), other.describe(), None)
    try:
        values = (one.value(), other.value())
    except NumscopeError:
        return found
    if any(value is None or isinstance(value, str) for value in values):
        return found
    difference = compare_arrays(values[0], values[1], tolerance)
    if difference.equal and other.role in AFTER:
        return None
    return replace(found, difference=difference)


def _place(operand: Operand) -> str:
    item = f"[{operand.item - 1}]" if operand.item and operand.role == "input" else ""
    return (operand.name or str(operand.position)) + item


def _at_same_places(first: Operation, second: Operation) -> Iterator[tuple[Operand | None, Operand | None]]:
    """The operands of two operations side by side: by role and name or position."""
    sides = [
        {
            (operand.role, operand.position, operand.name, operand.item): operand
            for operand in operation.operands
        }
        for operation in (first, second)
    ]
    for place in dict.fromkeys([*sides[0], *sides[1]]):
        yield sides[0].get(place), sides[1].get(place)
