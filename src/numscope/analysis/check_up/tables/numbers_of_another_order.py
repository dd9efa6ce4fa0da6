"""Columns of a sorted table that are put into the table as it was, as arrays: without labels they go by position."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import KEEP_THE_LABELS
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import place_beside
from numscope.analysis.concepts.tables import Table, table_of
from numscope.trace import Operand, Operation

KIND = "order"
_LEAST_ROWS = 4
_SORTS = ("sort_values", "sort_index", "sample")


def numbers_of_another_order(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that write an array of a sorted table into the table that was sorted, row by row."""
    sorts = in_order(evidence, _SORTS)
    written = in_order(evidence, ["__setitem__"]) if sorts else []
    # Of which tables a column is known that was taken or written: what it holds, and the table.
    columns = [
        (operation.id, one.hash, table)
        for _, operation in (in_order(evidence, ["__getitem__", "__setitem__"]) if written else ())
        if (table := table_of(operation, 0)) is not None
        for one in (*operation.outputs, *operation.mutated)
        if one.is_array() and one.hash is not None
    ]
    found: set[int] = set()
    for call, operation in written:
        array, target = _array(operation), table_of(operation, 0)
        if call.id in found or array is None or target is None or target.rows < _LEAST_ROWS:
            continue
        for before, held, source in columns:
            if before >= operation.id or held != array.hash or source.rows != target.rows:
                continue
            name = _in_another_order(source, target)
            if name is None or _is_same_everywhere(array):
                continue
            found.add(call.id)
            sort, _ = next(((call, one) for call, one in reversed(sorts) if one.id < operation.id), sorts[0])
            where = place_beside(sort.file, sort.line, call.file)
            said = (
                f"writes {target.rows:,} numbers without labels, in the order of the table of {where}, into one whose "
                f"rows are in another order, as `{name}` shows: each row gets the number of another"
            )
            yield finding_of(KIND, call, operation.id, 1, said, KEEP_THE_LABELS)
            break


def _array(operation: Operation) -> Operand | None:
    """Return the array that is written, if it has no labels."""
    given = [one for one in operation.operands if one.position == 2 and one.role in ("input", "argument")]
    return given[0] if len(given) == 1 and given[0].is_array() and given[0].name is None else None


def _in_another_order(source: Table, target: Table) -> str | None:
    """Return the column that both tables have with the same numbers in two orders; None if one has the same order."""
    named = {one.name: one for one in target.arrays if one.name}
    found = None
    for one in source.arrays:
        other = named.get(str(one.name))
        first, second = numbers_of(one), numbers_of(other) if other is not None else None
        if first is None or second is None or len(np.unique(first)) < _LEAST_ROWS:
            continue
        if np.array_equal(first, second) or not np.array_equal(np.sort(first), np.sort(second)):
            return None
        found = one.name
    return found


def _is_same_everywhere(array: Operand) -> bool:
    numbers = numbers_of(array)
    return numbers is None or len(np.unique(numbers)) < 2
