"""Numbers with labels of their own, 0, 1, 2, ..., that meet rows which are labelled otherwise: paired by label."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from numscope.analysis.check_up.evidence import MOST_CALLS, Evidence, finding_of, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.tables.alignment import TABLES
from numscope.trace import Operand, Operation
from numscope.trace.operation import AFTER

KIND = "alignment"
_PAIRS = (
    *("__setitem__", "assign", "insert", "concat", "DataFrame", "join"),
    *("__add__", "__sub__", "__mul__", "__truediv__", "add", "sub", "subtract", "multiply", "divide"),
)
_NEW = re.compile(r"RangeIndex\(0, (\d+), 1\)")
_OLD = re.compile(r"Index of (\d+), int64")
_MAKES = "Series"
_FIX = "pair them by their place: `pd.Series(numbers, index=table.index)`, or `.to_numpy()` of both"


@dataclass(frozen=True)
class _Pair:
    """Rows with new labels and as many with old ones. numbers: the new ones; labels: the old ones."""

    rows: int
    numbers: Operand
    labels: Operand


def new_labels(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that pair numbers by new labels with as many rows which have others."""
    for call, ids in evidence.operations(evidence.named(*_PAIRS), TABLES):
        for operation in evidence.fetch(ids[:MOST_CALLS]):
            pair = _pair(operation)
            came = _came(evidence, operation, pair) if pair is not None else None
            if pair is not None and came is not None:
                said = f"{pair.rows:,} numbers with new labels, 0 to {pair.rows - 1:,}, meet as many rows with others: "
                yield finding_of(KIND, call, operation.id, len(ids), said + came, _FIX)
                break


def _pair(operation: Operation) -> _Pair | None:
    given = [one for one in operation.operands if one.role not in AFTER]
    new: Operand | None = None
    old: Operand | None = None
    rows: int | None = None
    for place, one in enumerate(given):
        index = str(one.attributes.get("index", "")) if one.kind == "object" else ""
        found = _NEW.fullmatch(index)
        if found is not None and "columns" not in one.attributes and place + 1 < len(given):
            new, rows = given[place + 1], int(found[1])
    for one in given:
        if one.name == "index" and one.dtype == "int64" and one.shape == (rows,):
            old = one
    if new is None or old is None or rows is None or not new.is_array() or new.shape != (rows,):
        return None
    return _Pair(rows, new, old)


def _came(evidence: Evidence, operation: Operation, pair: _Pair) -> str | None:
    """Return what came of it: NaN, or numbers in the rows of others; None if neither is sure."""
    made = [one for one in operation.operands if one.role in AFTER and one.is_array() and one.name != "index"]
    before = sum(one.statistics.nans for one in operation.inputs if one.statistics is not None)
    missing = sum(one.statistics.nans for one in made if one.statistics is not None) - before
    if missing > 0:
        return f"they are paired by label, {missing:,} are NaN since a label is missing on one side"
    if any(one.hash == pair.numbers.hash for one in made) or not _were_of(evidence, operation, pair):
        return None
    return "they were computed of these rows in their order, and are paired by label with other ones"


def _were_of(evidence: Evidence, operation: Operation, pair: _Pair) -> bool:
    """Return whether the numbers were computed of rows with the old labels."""
    numbers, before = pair.numbers, operation.id
    for _ in range(4):
        maker = evidence.own_maker(numbers, before)
        if maker is None or not maker.inputs:
            return False
        if last_name(maker) != _MAKES and any(
            one.name == "index" and one.hash == pair.labels.hash for one in maker.operands
        ):
            return True
        numbers, before = maker.inputs[0], maker.id
    return False
