"""Batches whose samples follow a shuffled list of row numbers, and whose answers are taken as they stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order, reached
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operand, Operation

KIND = "order"
_TAKING = ("index", "index_select", "__getitem__", "slice", "take")
_LEAST_ROWS, _LEAST_BATCHES = 4, 3
# Rows of one batch are taken one after the other.
_NEAR = 50
_FIX = "take both by the same list: `x[rows]`, `y[rows]`"


@dataclass(frozen=True)
class _Taken:
    """Rows of an array. rows: the list of numbers that they were taken by; None where they follow each other."""

    call: Call
    operation: int
    whole: Operand
    part: Operand
    rows: Operand | None

    @property
    def counts(self) -> tuple[int, int]:
        """How many rows there are, and how many were taken."""
        return (self.whole.shape or (0,))[0], (self.part.shape or (0,))[0]


def two_orders(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that take rows of one array by a part of a shuffled order, and of another as they stand."""
    taken = [
        one for call, operation in in_order(evidence, _TAKING) if (one := _taken(call, operation)) is not None
    ]
    # Parts of an order of all rows, by what they hold.
    parts = {one.part.hash: one for one in taken if one.rows is None and _is_order(one.whole)}
    lines: dict[object, list[tuple[_Taken, _Taken]]] = {}
    for pair in pairwise(one for one in taken if one.part.hash not in parts) if parts else ():
        by_list, in_turn = sorted(pair, key=lambda one: one.rows is None)
        if not _is_pair(by_list, in_turn):
            continue
        of_order = parts.get(by_list.rows.hash if by_list.rows else None)
        if of_order is not None and of_order.counts == by_list.counts:
            lines.setdefault((by_list.call.file, by_list.call.line), []).append((by_list, in_turn))
    for pairs in lines.values():
        by_list, in_turn = pairs[0]
        if len(pairs) < _LEAST_BATCHES or not _belong_together(evidence, by_list, in_turn):
            continue
        whole, part = by_list.counts
        problem = (
            f"{part:,} of {whole:,} rows are taken by a list of numbers in another order, and those of the other array "
            f"as they stand, in all {len(pairs):,} batches looked at: rows and answers do not belong together"
        )
        yield finding_of(KIND, in_turn.call, in_turn.operation, len(pairs), problem, _FIX)


def _taken(call: Call, operation: Operation) -> _Taken | None:
    """Return the rows that an operation took of an array, all along its first axis; None if it took something else."""
    whole = next((one for one in operation.inputs if one.position == 0), None)
    part = next(iter(operation.outputs), None)
    if whole is None or part is None or not whole.shape or not part.shape or part.hash is None:
        return None
    if part.shape[1:] != whole.shape[1:] or len(part.shape) != len(whole.shape):
        return None
    if not _LEAST_ROWS <= part.shape[0] < whole.shape[0]:
        return None
    lists = [one for one in operation.inputs if one.position == 1 and one.is_array()]
    if len(lists) > 1 or any(not (one.dtype or "").startswith("int") for one in lists):
        return None
    return _Taken(call, operation.id, whole, part, lists[0] if lists else None)


def _is_order(whole: Operand) -> bool:
    """Return whether an array holds the numbers of all rows, in another order."""
    numbers = (
        numbers_of(whole) if (whole.dtype or "").startswith("int") and len(whole.shape or ()) == 1 else None
    )
    if numbers is None:
        return False
    return bool((np.sort(numbers) == np.arange(len(numbers))).all() and (np.diff(numbers) != 1).any())


def _is_pair(by_list: _Taken, in_turn: _Taken) -> bool:
    """Return whether a line takes as many rows of one array by a list as of another in turn."""
    places = [(one.call.file, one.call.line) for one in (by_list, in_turn)]
    return (
        places[0] == places[1]
        and abs(by_list.operation - in_turn.operation) < _NEAR
        and by_list.rows is not None
        and in_turn.rows is None
        and by_list.counts == in_turn.counts
        and by_list.whole.hash != in_turn.whole.hash
    )


def _belong_together(evidence: Evidence, by_list: _Taken, in_turn: _Taken) -> bool:
    """Return whether either of both is the answer of a loss, or an operation is given both or what comes of them."""
    first, second = by_list.part.hash, in_turn.part.hash
    rows = evidence.trace.ask(
        """
        select operation from operands where hash in (?, ?) and role = 'input' and operation > ?
        group by operation having count(distinct hash) = 2 or bool_or(name = 'target') limit 1
        """,
        [first, second, min(by_list.operation, in_turn.operation)],
    )
    if rows.num_rows:
        return True
    ways = zip(evidence.fetch([by_list.operation, in_turn.operation]), (second, first), strict=True)
    return any(
        one.hash == other
        for start, other in ways
        for later in reached(evidence, start, 2)
        for one in later.inputs
    )
