"""Which operations each call of the user's holds: one pass over all operations, in NumPy.

SQL's windows over ten million operations take 25 s and more memory than a query may have; this takes a tenth of both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from numscope.trace.arrow_columns import numbers

Ask = Callable[[str], Any]  # from a query to its answer, an Arrow table
_NONE = -1
_NEVER = 2**62
# Ids in which the next outermost operation is looked for first.
_NEAR = 65536

# What is known of each kind of operation: of the rows of `calls`, with the columns that `_Rows` reads.
KINDS = "call_kinds"
_OF_KINDS = (
    *(
        "call",
        "thread",
        "root",
        "visible",
        "direct",
        "place",
        "instruction",
        "imports",
        "importing",
        "raised",
    ),
    *("unfinished", "user_site"),
)
_COLUMNS = ("id", "call", "time_ns", "duration_ns", "inside", "bytes_in", "bytes_out")


class _Rows:
    """All operations, thread by thread in the order in which they began, and what is known of each one's kind.

    The columns are asked for at once and sorted here: to have DuckDB sort each took five times as long.
    """

    def __init__(self, ask: Ask, columns: tuple[str, ...]) -> None:
        self.kinds = _kinds(ask)
        asked = ", ".join(f"coalesce({name}, {_NONE}) as {name}" for name in columns)
        self._found = ask(f"select {asked} from {_needed(ask)}")
        call = numbers(self._found["call"])
        thread = self.kinds["thread"][call]
        several = (thread != thread[:1]).any()
        ids = numbers(self._found["id"])
        self._order = np.lexsort((ids, thread)) if several else np.argsort(ids, kind="stable")
        self.call = call[self._order]

    def of(self, name: str) -> Any:
        """Return a column of the operations; -1 stands for null. It can be had once."""
        column = numbers(self._found[name])
        self._found = self._found.drop_columns(name)
        return column[self._order]

    def kind(self, name: str) -> Any:
        """Return a column of each operation's kind."""
        return self.kinds[name][self.call]

    def direct(self) -> Any:
        """Return which operations are direct calls of the user's that ended."""
        return self.kind("direct") & (self.of("inside") != _NONE)

    def without(self, left_out: Any) -> None:
        """Leave operations out."""
        self._order = self._order[~left_out]
        self.call = self.call[~left_out]


# By thread: `ranges_of_calls`.
CALL_RANGES = "call_ranges"
# The rows of `user_calls`, and which operations ran in each.
CALL_ROWS, OPERATION_ROWS = "rows_of_calls", "operations_in_calls"
# For each kind of operation where its operations are, and those of them that never ended: one look, and no join.
SPANS = "call_spans"
SPANS_OF_CALLS = f"""
    select call, min(id) as first, max(id) as last,
        coalesce(min(id) filter (where inside is null), {_NEVER}) as first_open,
        coalesce(max(id) filter (where inside is null), {_NONE}) as last_open
    from stored.operations group by call
    """


class _Spans:
    """Where on each thread operations are that belong to no direct call: from the first to the last of these.

    Most programs have such operations while they import only: all the rest is one recorded operation a call. kinds: by
    the number of the call.
    """

    def __init__(self, ask: Ask, kinds: dict[str, Any]) -> None:
        found = ask(f"from {SPANS}")
        call, first, last = (numbers(found[name]) for name in ("call", "first", "last"))
        root, other = kinds["root"][call], kinds["root"][call] & ~kinds["direct"][call]
        threads = kinds["thread"][call]
        self.threads = _distinct(threads[:, None])[:, 0]
        thread = np.searchsorted(self.threads, threads)
        self._first = self._smallest(thread, first)
        self.last = self._largest(thread, last)
        self._first_root = self._smallest(thread, np.where(root, first, _NEVER))
        self.last_root = self._largest(thread, np.where(root, last, _NONE))
        open_first, open_last = numbers(found["first_open"]), numbers(found["last_open"])
        self._first_odd = self._smallest(thread, np.where(other, first, np.where(root, open_first, _NEVER)))
        self.last_odd = self._largest(thread, np.where(other, last, np.where(root, open_last, _NONE)))

    def starts(self) -> dict[int, int]:
        """Return the first of these operations by the thread's place in `threads`; threads without any are left out."""
        # What comes before a thread's first outermost operation was begun in an earlier segment.
        starts = np.where(self._first < self._first_root, self._first, self._first_odd)
        return {place: int(start) for place, start in enumerate(starts) if start < _NEVER}

    def _smallest(self, thread: Any, ids: Any) -> Any:
        result = np.full(len(self.threads), _NEVER)
        np.minimum.at(result, thread, ids)
        return result

    def _largest(self, thread: Any, ids: Any) -> Any:
        result = np.full(len(self.threads), _NONE)
        np.maximum.at(result, thread, ids)
        return result


def _stops(ask: Ask, spans: _Spans, places: Iterable[int]) -> dict[int, int]:
    """Return by the thread's number the next outermost operation behind the last odd one."""
    wanted = {}
    stops = {}
    for place in places:
        thread, last = int(spans.threads[place]), int(spans.last_odd[place])
        stops[thread] = _NEVER
        if spans.last_root[place] > last:
            wanted[thread] = last
    # Nearly always it is near; else all that comes later is looked through.
    for far in (_NEAR, _NEVER):
        if wanted:
            found = {row["thread"]: row["id"] for row in ask(_next_roots(wanted, far)).to_pylist()}
            stops.update(found)
            wanted = {thread: last for thread, last in wanted.items() if thread not in found}
    return stops


def _next_roots(behind: dict[int, int], far: int) -> str:
    """Return the question for each thread's first outermost operation behind an id, no farther than `far`."""
    values = ", ".join(f"({thread}, {last}, {last + far})" for thread, last in behind.items())
    return f"""
        select thread, min(id) as id
        from (select id, call from stored.operations
                where id > {min(behind.values())} and id <= {max(behind.values()) + far}) operation
            join (select call as kind, thread from {KINDS} where root) kinds on call = kind
            join (values {values}) ranges(of_thread, last, stop) on thread = of_thread
        where id > last and id <= stop group by thread
        """


def _ranges(ask: Ask, kinds: dict[str, Any]) -> list[tuple[int, int, int]]:
    """Return threads with the first of the operations that may belong to a call which is no direct one, and a stop."""
    spans = _Spans(ask, kinds)
    starts = spans.starts()
    stops = _stops(ask, spans, starts)
    return [
        (thread := int(spans.threads[place]), start, min(stops[thread], int(spans.last[place]) + 1))
        for place, start in starts.items()
    ]


def ranges_of_calls(ask: Ask) -> pa.Table:
    """Return for threads the range of operations that have to be looked at one by one for `rows_of_calls`."""
    found = np.array(_ranges(ask, _kinds(ask)), np.int64).reshape(-1, 3)
    columns = {
        "process": found[:, 0] >> 32,
        "thread": found[:, 0] & 0xFFFFFFFF,
        "first": found[:, 1],
        "stop": found[:, 2],
    }
    return _table(columns, np.ones(len(found), np.bool_))


def _needed(ask: Ask) -> str:
    """Return what to select from, in SQL: the operations that may belong to a call which is not a direct one."""
    ranges = ask(f"from {CALL_RANGES}").to_pylist()
    if not ranges:
        return "stored.operations where false"
    # The bounds as numbers, by which DuckDB passes over parts of the table.
    first, stop = min(row["first"] for row in ranges), max(row["stop"] for row in ranges)
    return f"""
        (select * exclude (call), operation.call from stored.operations operation
            where id >= {first} and id < {stop}) operation
        join (select call as kind, thread from {KINDS}) kinds on operation.call = kinds.kind
        join (select (process << 32) | thread as of_thread, first, stop from {CALL_RANGES}) ranges
            on kinds.thread = of_thread
        where id >= first and id < stop
        """


def rows_of_calls(ask: Ask) -> pa.Table:
    """Return one row a call of the user's: its operations from `operation` to `last` on one thread, and their sums.

    Left out are direct calls, which are one recorded operation that ended: the table of operations has all of them.
    The columns are those of the view `user_calls` that no table has.
    """
    rows = _Rows(ask, _COLUMNS)
    begins = _begins(rows)
    beside = _latest(begins, rows.kind("thread")) == _NONE
    if beside.any():
        rows.without(beside)
        begins = begins[~beside]
    begins = np.flatnonzero(begins)
    others = ~rows.direct()[begins]
    columns = _sums(rows, begins)
    return _table(columns, others).append_column("sites", _sites(rows, begins, others))


def operations_in_calls(ask: Ask) -> pa.Table:
    """Return for each operation the first operation of the call of the user's that it ran in; null: it ran in none.

    Left out are those of direct calls, as in `rows_of_calls`.
    """
    rows = _Rows(ask, ("id", "call", "inside"))
    ids, first = rows.of("id"), _latest(_begins(rows), rows.kind("thread"))
    columns = {
        "operation": ids,
        "user_call": np.where(first == _NONE, _NONE, ids[first]) if len(ids) else ids,
        "outermost": rows.kind("root"),
    }
    others = (first == _NONE) | ~rows.direct()[first] if len(ids) else rows.direct()
    return _table(columns, others)


def _table(columns: dict[str, Any], kept: Any) -> pa.Table:
    """Return a table of the rows `kept`. Arrow's own `filter` imports `pyarrow.compute`, a fifth of what `ls` takes."""
    return pa.table({name: _column(column[kept]) for name, column in columns.items()})


def _kinds(ask: Ask) -> dict[str, Any]:
    """Return the columns of KINDS as arrays with the number of the call as index."""
    found = ask(f"select {', '.join(_OF_KINDS)} from {KINDS}")
    call = numbers(found["call"])
    kinds = {}
    for name in found.column_names:
        column = numbers(found[name])
        kinds[name] = np.zeros(int(call.max(initial=0)) + 1, column.dtype)
        kinds[name][call] = column
    return kinds


def _begins(rows: _Rows) -> Any:
    """Return which operations a call of the user's begins with.

    A line that goes back to an earlier instruction runs once more. What a library does that was not watched belongs to
    the call into a library before it.
    """
    roots = np.flatnonzero(rows.kind("root"))
    call = rows.call[roots]
    thread, visible = rows.kinds["thread"][call], rows.kinds["visible"][call]
    first = visible.copy()
    first[:1] = True
    first[1:] |= visible[:-1] | (thread[1:] != thread[:-1])
    if not first.all():
        place, instruction = rows.kinds["place"][call], rows.kinds["instruction"][call]
        first |= _known(place, thread, np.not_equal) | _known(instruction, thread, np.less)
    begins = np.zeros(len(rows.call), np.bool_)
    begins[roots] = first
    return begins


def _known(known: Any, thread: Any, compare: Any) -> Any:
    """Return where a value compares so to what was last known before it on its thread; -1 is not known."""
    result = np.zeros(len(known), np.bool_)
    latest = _latest(known != _NONE, thread)[:-1]
    both = (latest != _NONE) & (thread[1:] == thread[:-1]) & (known[1:] != _NONE)
    result[1:][both] = compare(known[1:][both], known[latest[both]])
    return result


def _latest(marked: Any, thread: Any) -> Any:
    """Return the index of the latest marked row up to each row, on the same thread; -1: there is none."""
    index = np.maximum.accumulate(np.where(marked, np.arange(len(marked)), _NONE))
    if len(index):
        index[(index != _NONE) & (thread[index] != thread)] = _NONE
    return index


def _sums(rows: _Rows, begins: Any) -> dict[str, Any]:
    """Return the columns of the calls, whose first operations are the rows `begins`."""
    root = rows.kind("root")
    ids = rows.of("id")
    together = _Together(begins, root, alone=np.count_nonzero(root) == len(begins))
    imports = rows.kind("imports") | ~root
    return {
        "operation": together.first(ids),
        "last": together.roots(np.maximum, ids),
        "call": together.first(rows.call),
        "outermost": together.roots(np.add, root.astype(np.uint32)),
        "operations": np.diff(np.append(begins, len(ids))).astype(np.uint32),
        "importing": together.all(np.logical_or, rows.kind("importing"))
        & together.all(np.logical_and, imports),
        "raised": together.roots(np.logical_or, rows.kind("raised")),
        "unfinished": together.all(np.logical_or, rows.kind("unfinished")),
        "time_ns": together.first(rows.of("time_ns")),
        "duration_ns": together.known(rows.of("duration_ns")),
        "bytes_in": together.known(rows.of("bytes_in")),
        "bytes_out": together.known(rows.of("bytes_out")),
    }


@dataclass(frozen=True)
class _Together:
    """Sums up the operations of each call. alone: each call has one outermost operation, its first."""

    begins: Any
    root: Any
    alone: bool

    def all(self, ufunc: Any, values: Any) -> Any:
        """Return a value for each call, of all its operations."""
        same = not len(values) or (values == values[0]).all()
        return self.first(values) if same else self._reduced(ufunc, values)

    def first(self, values: Any) -> Any:
        """Return the value of each call's first operation."""
        return values if len(values) == len(self.begins) else values[self.begins]

    def roots(self, ufunc: Any, values: Any) -> Any:
        """Return a value for each call, of its outermost operations."""
        if self.alone:
            return self.first(values)
        return self._reduced(ufunc, np.where(self.root, values, np.zeros(1, values.dtype)))

    def known(self, values: Any) -> Any:
        """Return the sum for each call over its outermost operations; -1 where none of them is known."""
        if self.alone:
            return self.first(values)
        known = values != _NONE
        sums = self.roots(np.add, np.where(known, values, 0))
        return np.where(self.roots(np.logical_or, known), sums, _NONE)

    def _reduced(self, ufunc: Any, values: Any) -> Any:
        return ufunc.reduceat(values, self.begins) if len(self.begins) else values[:0]


def _sites(rows: _Rows, begins: Any, kept: Any) -> pa.Array:
    """Return the places in the user's line from which the operations of calls came that are no calls themselves.

    Only of the calls `kept`.
    """
    site = rows.kind("user_site")
    hidden = np.flatnonzero(rows.kind("root") & ~rows.kind("visible") & (site != _NONE))
    call = np.searchsorted(begins, hidden, "right") - 1
    hidden, call = hidden[kept[call]], (np.cumsum(kept) - 1)[call[kept[call]]]
    pairs = _distinct(np.stack([call, site[hidden]], 1))
    count = int(np.count_nonzero(kept))
    offsets = np.searchsorted(pairs[:, 0], np.arange(count + 1)).astype(np.int32)
    values = _column(pairs[:, 1].astype(np.uint32))
    known = pa.py_buffer(np.packbits(offsets[1:] != offsets[:-1], bitorder="little"))
    return pa.Array.from_buffers(
        pa.list_(pa.uint32()), count, [known, pa.py_buffer(offsets)], children=[values]
    )


def _distinct(rows: Any) -> Any:
    """Return the different rows in order. `np.unique` would load `numpy.ma`: a tenth of a reading command."""
    ordered = rows[np.lexsort(rows.T[::-1])]
    new = np.ones(len(ordered), np.bool_)
    new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    return ordered[new]


def _column(values: Any) -> pa.Array:
    """Return a column; -1 stands for null. Arrow's own `array` would import pandas."""
    if values.dtype == np.bool_:
        return pa.Array.from_buffers(
            pa.bool_(), len(values), [None, pa.py_buffer(np.packbits(values, bitorder="little"))]
        )
    signed = values.dtype.kind == "i"
    known = pa.py_buffer(np.packbits(values != _NONE, bitorder="little")) if signed else None
    buffer = pa.py_buffer(np.ascontiguousarray(values))
    return pa.Array.from_buffers(pa.from_numpy_dtype(values.dtype), len(values), [known, buffer])
