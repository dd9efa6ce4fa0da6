"""Columns that the program forgot where it took the same marks for missing values out of others."""

from __future__ import annotations

from numscope.analysis.check_up.evidence import Evidence, in_order
from numscope.analysis.check_up.literals import written_at
from numscope.trace import Operand, Operation

_TAKES_OUT = ("mask", "where", "replace")


def other_columns(
    evidence: Evidence, column: Operand, mark: float, before: int
) -> tuple[str, int, str] | None:
    """Return (file, line, name) of where a column as long is named out of which, not out of `column`, a mark was taken.

    before: the operation that takes the mark as a number.
    """
    cleared = in_order(evidence, _TAKES_OUT, lambda call: ".DataFrame." in call.full_name)
    for call, operation in cleared:
        given = {one.name or "": one for one in operation.inputs if one.position == 0 and one.name}
        if operation.id > before or column.name in given:
            continue
        for name in _cleared(operation, given, mark):
            if given[name].shape != column.shape:
                continue
            place = written_at(evidence, call, name)
            if place is not None:
                return *place, name
    return None


def _cleared(operation: Operation, given: dict[str, Operand], mark: float) -> list[str]:
    """Return the columns that held a mark before an operation, and do not after it."""
    return [
        one.name
        for one in operation.outputs
        if one.name and one.name in given and _holds(given[one.name], mark) and not _holds(one, mark)
    ]


def _holds(operand: Operand, mark: float) -> bool:
    known = operand.statistics
    return known is not None and mark in (known.minimum, known.maximum)
