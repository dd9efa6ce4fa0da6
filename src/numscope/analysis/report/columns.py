"""All operations of a trace as columns: what a table of a million rows is shown from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from numscope.trace import Trace
from numscope.trace.arrow_columns import numbers

NAN, INFINITY, RAISED, UNFINISHED = 1, 2, 4, 8

# Operations whose operands are put into words at a time: bounds the memory that takes.
_PIECE = 200_000
# With more different argument lists than this their numbers and texts are left out of the table.
MOST_SIGNATURES = 20_000


@dataclass(frozen=True)
class Signatures:
    """What operations were given and gave. of: row of `examples` for each operation, or -1 where it has no operands.

    examples: ids of one operation of each kind. with_values: whether Python numbers and texts tell kinds apart.
    """

    of: Any
    examples: tuple[int, ...]
    with_values: bool


@dataclass(frozen=True)
class Columns:
    """One row an operation, in the order of ids; all are NumPy arrays of integers of the same length.

    parent: row of the operation it ran inside, or -1. start: ns since the first. duration: ns, -1 if it never ended.
    call: row of `calls`. flags: NAN and INFINITY in its results, RAISED, UNFINISHED.
    exceptions: row -> type and message.
    """

    ids: Any
    call: Any
    parent: Any
    start: Any
    duration: Any
    self_time: Any
    bytes_in: Any
    bytes_out: Any
    flags: Any
    calls: tuple[dict[str, Any], ...]
    exceptions: dict[int, str]
    signatures: Signatures


def operation_columns(trace: Trace) -> Columns:
    """The columns of `trace`."""
    table = trace.ask(
        "select id, call, parent, time_ns, duration_ns, self_ns, bytes_in, bytes_out "
        "from recorded_operations order by id"
    )
    ids = _numbers(table["id"])
    used, call = _renumbered(_numbers(table["call"]))
    start = _numbers(table["time_ns"])
    flags, exceptions = _flags(trace, ids)
    duration = _numbers(table["duration_ns"])
    flags[duration < 0] |= UNFINISHED
    return Columns(
        ids=ids,
        call=call,
        parent=_rows_of(ids, _numbers(table["parent"])),
        start=start - (start.min() if len(start) else 0),
        duration=duration,
        self_time=_numbers(table["self_ns"]),
        bytes_in=_numbers(table["bytes_in"]),
        bytes_out=_numbers(table["bytes_out"]),
        flags=flags,
        calls=_calls(trace, used),
        exceptions=exceptions,
        signatures=_signatures(trace, ids),
    )


def _numbers(column: Any) -> Any:
    """A column of integers; -1 where there is none."""
    return np.array(numbers(column.cast(pa.int64()), -1))


def _renumbered(found: Any) -> tuple[Any, Any]:
    """The distinct numbers of `found`, none below 0, in rising order, and for each of `found` its place among them."""
    largest = int(found.max()) if len(found) else 0
    if largest > 4 * len(found):
        return np.unique(found, return_inverse=True)
    there = np.zeros(largest + 1, bool)
    there[found] = True
    used = np.flatnonzero(there) if len(found) else found
    places = np.cumsum(there) - 1
    return used, places[found]


def _rows_of(ids: Any, wanted: Any) -> Any:
    """The rows of these ids, which rise; -1 for those that are not there."""
    if not len(ids):
        return wanted
    if ids[-1] - ids[0] == len(ids) - 1:  # none is left out: a tenth of the time that a search takes
        rows = wanted - ids[0]
        return np.where((rows >= 0) & (rows < len(ids)), rows, -1)
    rows = np.minimum(np.searchsorted(ids, wanted), len(ids) - 1)
    return np.where(ids[rows] == wanted, rows, -1)


def _calls(trace: Trace, used: Any) -> tuple[dict[str, Any], ...]:
    rows = trace.ask(
        "select id, name, process, thread, depth, how, coalesce(user_file, file) file, "
        "coalesce(user_line, line) line, coalesce(user_function, function) as function, user_visible, floating_point "
        "from calls"
    ).to_pylist()
    by_id = {row["id"]: row for row in rows}
    return tuple(by_id[number] for number in used.tolist())


def _flags(trace: Trace, ids: Any) -> tuple[Any, dict[int, str]]:
    flags = np.zeros(len(ids), np.int64)
    found = trace.ask(
        """
        select operation, max(nans > 0)::int + 2 * max(infinities > 0)::int bits
        from nonfinite_operands where "after" and not literal group by operation
        """
    )
    rows = _rows_of(ids, _numbers(found["operation"]))
    bits = _numbers(found["bits"])
    flags[rows[rows >= 0]] |= bits[rows >= 0]
    raised = trace.ask(
        "select id, left(exception, 2000) as text from recorded_operations where exception is not null"
    )
    exceptions = dict(
        zip(_rows_of(ids, _numbers(raised["id"])).tolist(), raised["text"].to_pylist(), strict=True)
    )
    flags[list(exceptions)] |= RAISED
    return flags, exceptions


def _signatures(trace: Trace, ids: Any) -> Signatures:
    for with_values in (True, False):
        found = _told_apart(trace, ids, with_values)
        if found is not None:
            return found
    return Signatures(np.full(len(ids), -1, np.int64), (), with_values=False)


def _told_apart(trace: Trace, ids: Any, with_values: bool) -> Signatures | None:
    """The kinds of operands that operations have, in the order of their first ones; None if there are too many."""
    values = ", coalesce(integer::varchar, real::varchar, left(text, 60), '')" if with_values else ""
    kinds: dict[int, int] = {}
    examples: list[int] = []
    of = np.full(len(ids), -1, np.int64)
    for first in range(0, len(ids), _PIECE):
        piece = ids[first : first + _PIECE]
        found = trace.ask(
            f"""
            select operation, bit_xor(hash(slot{values})) kind from recorded_operands
            where operation between ? and ? group by operation
            """,
            [int(piece[0]), int(piece[-1])],
        )
        if not found.num_rows:
            continue
        rows = _rows_of(piece, _numbers(found["operation"]))
        by_row = np.argsort(rows, kind="stable")
        rows = rows[by_row]
        # Hashed, not sorted: there are few kinds among many operations.
        encoded = found["kind"].combine_chunks().dictionary_encode()
        hashes, which = encoded.dictionary.to_pylist(), numbers(encoded.indices)[by_row]
        firsts = first_places(which)
        for place in np.argsort(firsts).tolist():
            if hashes[place] not in kinds:
                kinds[hashes[place]] = len(examples)
                examples.append(int(piece[rows[firsts[place]]]))
        if len(examples) > MOST_SIGNATURES:
            return None
        local = np.array([kinds[kind] for kind in hashes], np.int64)
        of[first + rows] = local[which]
    return Signatures(of, tuple(examples), with_values)


def first_places(numbered: Any) -> Any:
    """Return where each of the numbers 0, 1, 2 ... up to the largest stands first in `numbered`; all stand there."""
    places = np.empty(int(numbered.max()) + 1 if len(numbered) else 0, np.int64)
    places[numbered[::-1]] = np.arange(len(numbered))[::-1]
    return places
