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
    used, call = np.unique(_numbers(table["call"]), return_inverse=True)
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


def _rows_of(ids: Any, wanted: Any) -> Any:
    """The rows of these ids; -1 for those that are not there."""
    if not len(ids):
        return wanted
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
    """The kinds of operands that operations have; None if there are too many kinds."""
    values = ", coalesce(integer::varchar, real::varchar, left(text, 60), '')" if with_values else ""
    kinds: dict[int, int] = {}
    examples: list[int] = []
    of = np.full(len(ids), -1, np.int64)
    for first in range(0, len(ids), _PIECE):
        piece = ids[first : first + _PIECE]
        found = trace.ask(
            f"""
            with described as (
                select operation, bit_xor(hash(place, slot{values})) kind
                from operand_layouts where operation between ? and ? group by operation
            )
            select operation, kind from described order by operation
            """,
            [int(piece[0]), int(piece[-1])],
        )
        operations = _numbers(found["operation"])
        hashes, firsts, which = np.unique(numbers(found["kind"]), return_index=True, return_inverse=True)
        for kind, operation in zip(hashes.tolist(), operations[firsts].tolist(), strict=True):
            if kind not in kinds:
                kinds[kind] = len(examples)
                examples.append(operation)
        if len(examples) > MOST_SIGNATURES:
            return None
        local = np.array([kinds[kind] for kind in hashes.tolist()], np.int64)
        of[_rows_of(ids, operations)] = local[which]
    return Signatures(of, tuple(examples), with_values)
