"""Labels of rows that are taken for positions, and positions for labels: `iloc[x.idxmax()]`, `loc[x.argmax()]`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import LABEL_OR_POSITION
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.tables import table_of
from numscope.trace import Operand, Operation

KIND = "position"
_LABELS, _POSITIONS = ("idxmax", "idxmin"), ("argmax", "argmin")
_BY_POSITION = "iloc."
_NEAR = 5000


def labels_as_positions(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that take a row by the label of an extreme as if it were its position, or the other way round."""
    extremes = in_order(evidence, (*_LABELS, *_POSITIONS))
    asked = in_order(evidence, ["__getitem__"], lambda call: "loc." in call.full_name) if extremes else []
    found: set[int] = set()
    for call, operation in asked:
        wanted = _number(operation)
        index = next((numbers_of(one) for one in operation.operands if _is_index(one)), None)
        if call.id in found or wanted is None or index is None or index.dtype.kind not in "iu":
            continue
        by_position = _BY_POSITION in call.full_name
        for _, extreme in reversed(extremes):
            if not operation.id - _NEAR < extreme.id < operation.id or _number_made(extreme) != wanted:
                continue
            if (last_name(extreme) in _LABELS) != by_position or not _is_of(extreme, operation):
                continue
            label = index[wanted] if by_position and wanted < len(index) else wanted
            position = (
                wanted
                if by_position
                else int(np.flatnonzero(index == wanted)[0])
                if wanted in index
                else wanted
            )
            if label == position or (by_position and label == wanted):
                continue
            found.add(call.id)
            taken, meant = ("a label", "position") if by_position else ("a position", "label")
            said = (
                f"takes {wanted:,}, which `{last_name(extreme)}` gives as {taken}, for a {meant}: the rows are not "
                f"labelled 0, 1, 2, ..., and it takes the row with the label {label:,} at position {position:,}"
            )
            yield finding_of(KIND, call, operation.id, 1, said, LABEL_OR_POSITION)
            break


def _is_index(operand: Operand) -> bool:
    return (
        operand.name == "index"
        and operand.position == 0
        and operand.role == "argument"
        and operand.kind == "array"
    )


def _number(operation: Operation) -> int | None:
    """Return the one whole number that a row is asked for by."""
    for one in operation.operands:
        if one.position == 1 and one.role in ("input", "argument"):
            return _whole(one)
    return None


def _number_made(operation: Operation) -> int | None:
    return _whole(operation.outputs[0]) if len(operation.outputs) == 1 else None


def _whole(operand: Operand) -> int | None:
    if operand.kind == "int":
        return int(str(operand.literal))
    numbers: Any = numbers_of(operand) if operand.kind == "scalar" else None
    return int(numbers) if numbers is not None and numbers.dtype.kind in "iu" and not numbers.ndim else None


def _is_of(extreme: Operation, taken: Operation) -> bool:
    """Return whether an extreme is of a column of the table that the row is taken of."""
    column, table = table_of(extreme, 0), table_of(taken, 0)
    return column is not None and table is not None and bool(column.hashes & table.hashes)
