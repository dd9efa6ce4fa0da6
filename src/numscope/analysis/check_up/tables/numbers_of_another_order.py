"""Columns of two tables that are put side by side as arrays, which go by position, and whose rows are in two orders."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import KEEP_THE_LABELS
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.tables import Table, table_of
from numscope.trace import Operand, Operation

KIND = "order"
_LEAST_ROWS = 4
# What takes the first of one array with the first of the other.
_PAIRS = (
    *("DataFrame", "corrcoef", "pearsonr", "spearmanr", "kendalltau", "linregress", "polyfit", "ttest_rel"),
    *(
        "r2_score",
        "mean_absolute_error",
        "mean_squared_error",
        "fit",
        "subtract",
        "divide",
        "multiply",
        "add",
    ),
)
_Sources = dict[str, list[tuple[int, Table]]]


def numbers_of_another_order(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that write an array of one table beside another whose rows are in another order, row by row."""
    if not any(map(_is_table, evidence.named("__getitem__"))):
        return
    written = [(call, one) for call, one in in_order(evidence, ["__setitem__"], _is_table) if _arrays(one, 2)]
    paired = [(call, one) for call, one in in_order(evidence, _PAIRS) if len(_arrays(one)) > 1]
    sources = _sources(evidence) if written or paired else {}
    found: set[int] = set()
    for call, operation in [*written, *paired] if sources else ():
        if call.id in found or (said := _problem(operation, sources)) is None:
            continue
        found.add(call.id)
        yield finding_of(KIND, call, operation.id, 1, said, KEEP_THE_LABELS)


def _is_table(call: Call) -> bool:
    return "DataFrame" in call.full_name


def _arrays(operation: Operation, position: int | None = None) -> list[Operand]:
    """Return the arrays that are given without labels, of one axis each."""
    return [
        one
        for one in operation.inputs
        if one.is_array()
        and one.name is None
        and len(one.shape or ()) == 1
        and (one.shape or (0,))[0] >= _LEAST_ROWS
        and position in (None, one.position)
    ]


def _sources(evidence: Evidence) -> _Sources:
    """Return of which tables a column was taken, or into which it was written, by what it holds."""
    found: _Sources = {}
    for _, operation in in_order(evidence, ["__getitem__", "__setitem__"], _is_table):
        table = table_of(operation, 0)
        for one in (*operation.outputs, *operation.mutated) if table is not None else ():
            if one.is_array() and one.hash is not None and table is not None:
                found.setdefault(one.hash, []).append((operation.id, table))
    return found


def _problem(operation: Operation, sources: _Sources) -> str | None:
    """Return what is wrong with arrays that are put side by side."""
    target = table_of(operation, 0) if operation.mutated else None
    tables = [
        (one, table)
        for one in (_arrays(operation, 2) if target is not None else _arrays(operation))
        if (table := _source(operation, one, sources)) is not None
    ]
    if target is not None:
        sides = [(one, table, target) for one, table in tables]
    else:
        sides = [
            (one, table, other)
            for (one, table), (second, other) in combinations(tables, 2)
            if one.shape == second.shape and not (_is_sorted(one) and _is_sorted(second))
        ]
    for one, table, other in sides:
        name = _in_another_order(table, other) if table.rows == other.rows else None
        if name is not None and not _is_same_everywhere(one):
            return (
                f"puts {table.rows:,} numbers without labels beside those of another table, row by row, and the rows "
                f"of both are in another order, as `{name}` shows: each row gets the number of another"
            )
    return None


def _source(operation: Operation, array: Operand, sources: _Sources) -> Table | None:
    """Return the table that a column was last taken of before an operation."""
    known = [table for number, table in sources.get(str(array.hash), []) if number < operation.id]
    return known[-1] if known else None


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


def _is_sorted(array: Operand) -> bool:
    """Return whether numbers are in order: of two such columns quantiles are compared."""
    numbers = numbers_of(array)
    return numbers is not None and bool((np.diff(numbers) >= 0).all() or (np.diff(numbers) <= 0).all())
