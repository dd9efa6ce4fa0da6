"""Tables put one below the other with the labels of each: a row that is asked for by its label has several."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import NEW_LABELS
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import place_beside
from numscope.analysis.concepts.tables import table_of
from numscope.trace import Operand, Operation

KIND = "alignment"
# How a probe describes rows that are numbered from 0.
_ROW_NUMBERS = "RangeIndex(0,"


def repeated_labels(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that join tables whose row numbers all begin at 0, where rows are then taken out by number."""
    joined = [one for one in in_order(evidence, ["concat"]) if _is_of_row_numbers(one[1])]
    asked = [
        (call, operation)
        for call, operation in (in_order(evidence, ["drop", "__getitem__"]) if joined else ())
        if last_name(operation) == "drop" or ".loc." in call.full_name
    ]
    found: set[int] = set()
    for later, operation in asked:
        index = next((numbers_of(one) for one in operation.operands if _is_index(one, 0)), None)
        wanted = _labels(operation)
        parts = _parts(index) if index is not None else 1
        if index is None or wanted is None or parts < 2:
            continue
        before, after = table_of(operation, 0), table_of(operation, 0, ("output",))
        if before is None or after is None:
            continue
        taken = before.rows - after.rows if last_name(operation) == "drop" else after.rows
        join = _join(joined, parts, operation) if taken > len(wanted) else None
        if join is not None and join[0].id not in found:
            found.add(join[0].id)
            where = place_beside(later.file, later.line, join[0].file)
            said = (
                f"keeps the labels of each table, so that {before.rows:,} rows have {len(np.unique(index)):,} "
                f"different ones: in {where} {len(wanted):,} labels are asked for, and they take {taken:,} rows"
            )
            yield finding_of(KIND, join[0], join[1].id, 1, said, NEW_LABELS)


def _is_of_row_numbers(join: Operation) -> bool:
    """Return whether the rows of two tables or more that are joined are numbered from 0."""
    return sum(one.startswith(_ROW_NUMBERS) for one in _given(join)) > 1


def _given(join: Operation) -> list[str]:
    """Return how the rows of each table that is joined are labelled."""
    return [str(one.attributes.get("index", "")) for one in join.inputs if one.kind == "object"]


def _is_index(operand: Operand, position: int) -> bool:
    given = operand.role == "argument" and operand.position == position
    return given and operand.name == "index" and operand.kind == "array"


def _parts(index: Any) -> int:
    """Return how many tables labels are the row numbers of, one after the other, of which some rows may be gone."""
    if index.dtype.kind not in "iu" or len(index) < 2 or (index < 0).any():
        return 1
    return int((np.diff(index) <= 0).sum()) + 1


def _labels(operation: Operation) -> Any:
    """Return the labels that rows are asked for by, each once; None if rows are asked for in another way."""
    given = [one for one in operation.operands if one.role in ("input", "argument") and one.position == 1]
    arrays = [one for one in given if one.is_array()]
    if arrays:
        # A column has labels of its own beside its values.
        chosen = next((one for one in arrays if one.name != "index"), arrays[0])
        numbers = numbers_of(chosen)
        return np.unique(numbers) if numbers is not None and numbers.dtype.kind in "iu" else None
    return _written(str(given[0].literal)) if given and given[0].kind == "literal" else None


def _written(text: str) -> Any:
    try:
        numbers = ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return None
    is_list = isinstance(numbers, list) and numbers and all(type(one) is int for one in numbers)
    return np.unique(numbers) if is_list else None


def _join(
    joined: list[tuple[Call, Operation]], parts: int, later: Operation
) -> tuple[Call, Operation] | None:
    """Return what joined so many tables, last before an operation."""
    for call, operation in reversed(joined):
        if operation.id < later.id and len(_given(operation)) == parts:
            return call, operation
    return None
