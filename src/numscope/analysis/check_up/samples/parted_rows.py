"""Samples and their answers of which only one is shuffled or sorted, and to which a model is then fitted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.line_names import place_beside
from numscope.analysis.concepts.recorded_index import INDEX_ERRORS, recorded_index
from numscope.analysis.concepts.tables import Table, table_of
from numscope.operations.traits import Trait, has_sql
from numscope.trace import Operation

KIND = "order"
_LEAST_ROWS = 5
_SORTS = ("sort", "sort_values")
_REORDERS = ("shuffle", "permutation", "permuted", "take", "sample", "__getitem__", *_SORTS)
# Where a function takes samples, with the answers behind them.
_PAIRS = {
    "fit": 1,
    "cross_val_score": 1,
    "cross_validate": 1,
    "cross_val_predict": 1,
    "curve_fit": 1,
    "train_test_split": 0,
    "lstsq": 0,
    "polyfit": 0,
    "linregress": 0,
}
# Where these contents were last made of others, or seen first: each turn of a loop may make the same ones anew.
_READS = Trait.VIEW | Trait.COPIES | Trait.READS_PART
_MADE = f"""
    with seen as (
        select operation, bool_or(role in ('input', 'argument')) as given
        from operands where hash in (select unnest(?::varchar[])) and operation < ? group by operation
    )
    select coalesce(max(operation) filter (not given and not {has_sql("traits", _READS)}), min(operation)) as id
    from seen join operations on operation = operations.id
"""
_FIX = "put both into one order: `order = rng.permutation(len(X))`, `X, y = X[order], y[order]`"


@dataclass(frozen=True)
class _Reorder:
    """Rows that a line put into another order."""

    call: Call
    operation: int
    before: Table
    after: Table

    @property
    def sorts(self) -> bool:
        """Whether the order is that of the numbers."""
        return self.call.name.rpartition(".")[2] in _SORTS


@dataclass(frozen=True)
class _Part:
    """Rows of a table that follow each other."""

    whole: frozenset[str]
    start: int | None
    stop: int | None


def parted_rows(evidence: Evidence) -> Iterator[Finding]:
    """Yield lines that put samples into another order, or their answers alone, before a model is fitted to both."""
    pairs = [
        (call, operation, samples, answers)
        for call, operation in in_order(evidence, _PAIRS)
        if (samples := table_of(operation, _PAIRS[call.name.rpartition(".")[2]]))
        and (answers := table_of(operation, _PAIRS[call.name.rpartition(".")[2]] + 1))
        and samples.rows == answers.rows >= _LEAST_ROWS
    ]
    if not pairs:
        return
    reorders, parts = _reorders(evidence)
    found: set[int] = set()
    for pair, operation, *tables in pairs if reorders else ():
        one, other = (_origin(table, parts) for table in tables)
        if (one.start, one.stop) != (other.start, other.stop):
            continue
        for mine, partner in ((one, other), (other, one)):
            reorder = _last(reorders, mine, operation.id)
            again = _last(reorders, partner, operation.id)
            if reorder is None or (again is not None and again.operation > reorder.operation):
                continue
            if reorder.call.id in found or not _parts_them(
                evidence, operation.id, reorder, again, _with_parts(partner.whole, parts), parts
            ):
                continue
            found.add(reorder.call.id)
            here = reorder.call.file
            done = "sorted" if reorder.sorts else "put into another order"
            beside = (
                f"into another one in {place_beside(again.call.file, again.call.line, here)}"
                if again
                else "not"
            )
            fits = place_beside(pair.file, pair.line, here)
            problem = (
                f"{reorder.before.rows:,} rows are {done} here, and those that belong to them are {beside}: "
                f"{fits} fits a model to rows of which each has the answer of another"
            )
            yield finding_of(KIND, reorder.call, reorder.operation, 1, problem, _FIX)


def _reorders(evidence: Evidence) -> tuple[list[_Reorder], dict[str, _Part]]:
    """Return where rows were put into another order, and what was taken of tables as rows that follow each other."""
    reorders: list[_Reorder] = []
    parts: dict[str, _Part] = {}
    for call, operation in in_order(evidence, _REORDERS):
        before, after = table_of(operation, 0), table_of(operation, 0, ("output", "mutated"))
        if before is None or after is None or before.hashes == after.hashes:
            continue
        if call.name.endswith("shuffle") and table_of(operation, 1) is not None:
            continue  # both at once
        rows = _rows_taken(operation) if call.name.endswith("__getitem__") else None
        if rows is not None:
            parts.update(
                {one: _Part(before.hashes, rows.start, rows.stop) for one in after.hashes - parts.keys()}
            )
        elif before.rows == after.rows >= _LEAST_ROWS and _is_order(before, after):
            reorders.append(_Reorder(call, operation.id, before, after))
    return reorders, parts


def _rows_taken(operation: Operation) -> slice | None:
    """Return the rows that an index takes, if these follow each other."""
    try:
        index = recorded_index(operation)
    except INDEX_ERRORS:
        return None
    first = index[0] if isinstance(index, tuple) and index else index
    return first if isinstance(first, slice) and first.step in (None, 1) else None


def _matrix(table: Table) -> Any:
    columns = table.columns()
    return np.column_stack(columns) if columns else None


def _is_order(before: Table, after: Table) -> bool:
    """Return whether these are the same rows in another order."""
    one, other = _matrix(before), _matrix(after)
    if one is None or other is None or one.shape != other.shape or np.array_equal(one, other, equal_nan=True):
        return False
    return np.array_equal(one[np.lexsort(one.T)], other[np.lexsort(other.T)], equal_nan=True)


def _origin(table: Table, parts: dict[str, _Part]) -> _Part:
    found = next((parts[one] for one in table.hashes if one in parts), None)
    return found or _Part(table.hashes, None, None)


def _last(reorders: list[_Reorder], part: _Part, before: int) -> _Reorder | None:
    """Return the last order that a table got."""
    return next(
        (one for one in reversed(reorders) if one.operation < before and one.after.hashes & part.whole),
        None,
    )


def _with_parts(whole: frozenset[str], parts: dict[str, _Part]) -> frozenset[str]:
    """Return what a table holds, and what was taken of it."""
    return whole | {one for one, part in parts.items() if part.whole & whole}


def _parts_them(
    evidence: Evidence,
    pair: int,
    reorder: _Reorder,
    again: _Reorder | None,
    partner: frozenset[str],
    parts: dict[str, _Part],
) -> bool:
    """Return whether rows belonged together before, and do no longer. pair: the operation that is given both."""
    if again is not None:
        return not (reorder.sorts and again.sorts) and not _is_one_order(reorder, again)
    made = evidence.trace.ask(_MADE, [sorted(partner), pair])["id"].to_pylist()[0]
    if made is None or made > reorder.operation:
        return False  # made of the rows in their new order
    return not _used_together(evidence, _with_parts(reorder.before.hashes, parts), partner)


def _is_one_order(one: _Reorder, other: _Reorder) -> bool:
    """Return whether two tables got the same order. Rows that occur twice tell nothing."""
    tables = [_matrix(table) for reorder in (one, other) for table in (reorder.before, reorder.after)]
    if any(table is None for table in tables) or tables[0].shape[0] != tables[2].shape[0]:
        return True
    before, after = (np.hstack([tables[at], tables[at + 2]]) for at in (0, 1))
    return np.array_equal(before[np.lexsort(before.T)], after[np.lexsort(after.T)], equal_nan=True)


def _used_together(evidence: Evidence, one: frozenset[str], other: frozenset[str]) -> bool:
    """Return whether an operation was given both: then the other order is beside the first on purpose, as chance.

    Columns of one data frame are together wherever it is used, and where one is put beside another.
    """
    rows = evidence.trace.ask(
        r"""
        select a.operation from operands a join operands b on a.operation = b.operation
            join called_operations o on o.id = a.operation
        where a.hash in (select unnest(?::varchar[])) and b.hash in (select unnest(?::varchar[]))
            and a.role in ('input', 'argument') and b.role in ('input', 'argument') and o.parent is null
            and a.position is distinct from b.position and o.name not like '%\_\_setitem\_\_' escape '\' limit 1
        """,
        [sorted(one), sorted(other)],
    )
    return bool(rows.num_rows)
