"""What a program's operations cost, added up: by the user's calls, by operation, line, file, shape, layer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from numscope.analysis.concepts.compiled_lines import CompiledLine, compiled_lines
from numscope.analysis.concepts.user_calls import CallCounts
from numscope.analysis.top.bandwidth import Bandwidth
from numscope.analysis.top.calls import costs_of_calls
from numscope.errors import UsageError
from numscope.trace import Trace
from numscope.trace.parts import map_parts

# What to add up by -> the columns of `calls` that tell groups apart, and how a group is called.
_GROUPS = {
    "operation": ("name", "name"),
    "site": ("user_file, user_line", "coalesce(user_file, '?') || ':' || coalesce(user_line, 0)"),
    "file": ("user_file", "coalesce(user_file, '?')"),
    "function": (
        "user_file, user_function",
        "coalesce(user_function, '?') || ' in ' || coalesce(user_file, '?')",
    ),
    "process": ("process", "process::varchar"),
    "shape": ("name, class", "name || ' ' || coalesce(by_call.class, '')"),
    "module": ("class", "coalesce(by_call.class, 'outside layers')"),
    "phase": ("class", "coalesce(by_call.class, 'outside a model')"),
}
# What tells operations of one call apart: the class of each operation.
_CLASSES = {
    "shape": "select operation, shape_class as class from operation_shapes",
    "module": "select operation, case module when '' then coalesce(model, 'the model') else module end as class "
    "from modules where module is not null",
    "phase": "select operation, phase as class from modules where phase is not null",
}
CALL = "call"
GROUPINGS = (CALL, *_GROUPS)
ORDERS = ("self", "total", "calls", "bytes", "temporaries", "copies")
_ORDERINGS = {
    "self": "self_ns",
    "total": "total_ns",
    "calls": "calls",
    "bytes": "bytes_in + bytes_out",
    "temporaries": "temporary_bytes",
    "copies": "copied_bytes",
}

# Smaller arrays live in the cache: neither their making nor their copying costs what memory does.
_LARGE_BYTES = 64 << 10
_COPYING = (
    "copy",
    "array",
    "asarray",
    "ascontiguousarray",
    "asfortranarray",
    "astype",
    "flatten",
    "ravel",
    "reshape",
)


_COPIED = " or ".join(f"name like '%.{name}'" for name in _COPYING)
_MADE = f"""
    select call, operation, uses <= 1 and reused as temporary, {_COPIED} copied, bytes from lifetimes({_LARGE_BYTES})
    """
# A sum of which one call made so much says nothing about the others.
_BY_ONE = 0.8


@dataclass(frozen=True)
class Cost:
    """What the operations of one group cost together.

    place: file and line of a call into a library. longest_ns: of one operation itself, or of one call. total_ns: the
    time they took; an operation inside another of the same line, file or function counts once. self_ns: without the
    operations inside them. share: of the self time of all groups, 0 to 1.
    bytes_in, bytes_out: that they read and wrote; of views none. temporaries: arrays of 64 kB or more that they made,
    that at most one later operation used, and whose memory another array then had. copies: arrays of 64 kB or more
    that were copied, by name or by a reshape that could not make a view. Both count outermost operations only.
    """

    group: str
    calls: int
    total_ns: int
    self_ns: int
    share: float
    bytes_in: int
    bytes_out: int
    temporaries: int
    temporary_bytes: int
    copies: int
    copied_bytes: int
    raised: int
    longest_ns: int = 0
    place: str | None = None

    @property
    def by_one_call(self) -> bool:
        """Whether one of several calls made nearly all of the sum: the first, which loads or compiles something."""
        return self.calls > 1 and self.longest_ns >= _BY_ONE * self.self_ns


@dataclass(frozen=True)
class Profile:
    """The costliest groups. groups: how many there are; operations, self_ns: of them all.

    bandwidth: of this machine's memory, if it was asked for. counts: by call, how much of the trace is the user's.
    ranks: how many are added up, of a trace with several. compiled: the costliest lines inside compiled functions, if
    their time or what they allocate was measured.
    """

    by: str
    costs: tuple[Cost, ...]
    groups: int
    operations: int
    self_ns: int
    bandwidth: Bandwidth | None = None
    counts: CallCounts | None = None
    ranks: int = 0
    compiled: tuple[CompiledLine, ...] = ()


def profile(
    trace: Trace,
    by: str = CALL,
    order: str = "self",
    limit: int = 20,
    bandwidth: Bandwidth | None = None,
) -> Profile:
    """Add up the trace's operations by `by` (one of GROUPINGS), costliest by `order` (one of ORDERS) first.

    Raises UsageError for a grouping or order that is not known.
    """
    if by not in GROUPINGS:
        raise UsageError(f"operations can't be added up by {by!r}; known are {', '.join(GROUPINGS)}.")
    if order not in ORDERS:
        raise UsageError(f"costs can't be ordered by {order!r}; known are {', '.join(ORDERS)}.")
    if by == CALL:
        return _by_call(trace, order, limit, bandwidth)
    rows = _added(row for part in map_parts(trace, _costs, by) for row in part)
    calls, self_ns = (sum(row[name] for row in rows) for name in ("calls", "self_ns"))
    _sort(rows, order)
    if by == "process":
        rows = [{**row, "group": _process_label(trace, row["group"])} for row in rows]
    costs = tuple(_cost({**row, "all_self": self_ns}) for row in rows[:limit])
    compiled = compiled_lines(trace)[:limit]
    return Profile(by, costs, len(rows), calls, self_ns, bandwidth, ranks=_ranks(trace), compiled=compiled)


def _costs(part: Trace, by: str) -> list[dict[str, Any]]:
    """Return the costs of a part of the trace, a row for each group."""
    rows: list[dict[str, Any]] = part.ask(_query(by)).to_pylist()
    return rows


def _added(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return one row for each group, of the rows that parts of the trace have of it."""
    found: dict[str, dict[str, Any]] = {}
    for row in rows:
        known = found.setdefault(row["group"], row)
        if known is row:
            continue
        for name in row.keys() - {"group", "longest_ns"}:
            known[name] += row[name]
        known["longest_ns"] = max(known["longest_ns"], row["longest_ns"])
    return list(found.values())


def _sort(rows: list[dict[str, Any]], order: str) -> None:
    keys = _ORDERINGS[order].split(" + ")
    rows.sort(key=lambda row: (-sum(row[key] for key in keys), row["group"]))


def _by_call(trace: Trace, order: str, limit: int, bandwidth: Bandwidth | None) -> Profile:
    rows, counts = costs_of_calls(trace, _MADE)
    whole = sum(row["self_ns"] for row in rows)
    _sort(rows, order)
    costs = tuple(_cost({**row, "all_self": whole}) for row in rows[:limit])
    compiled = compiled_lines(trace)[:limit]
    return Profile(CALL, costs, len(rows), len(trace), whole, bandwidth, counts, _ranks(trace), compiled)


def _ranks(trace: Trace) -> int:
    return len(set(trace.ranks.values()))


def _process_label(trace: Trace, process: str) -> str:
    rank = trace.ranks.get(int(process))
    return process if rank is None else f"{process} (rank {rank})"


def _cost(row: dict[str, Any]) -> Cost:
    share = row["self_ns"] / row["all_self"] if row["all_self"] else 0.0
    known: dict[str, Any] = {name: row[name] for name in Cost.__dataclass_fields__ if name in row}
    return Cost(share=share, **known)


def _query(by: str) -> str:
    columns, label = _GROUPS[by]
    # Of nested operations from one place only the outermost adds to the total; by name, all do.
    outermost = "true" if by in ("operation", "process", "shape") else "depth = 0"
    # Added up by call first, of which there are few; by class as well where that is asked for.
    of_class = by in _CLASSES
    classes = _CLASSES.get(by, "select null as operation, null as class where false")
    kind = "class" if of_class else "null"
    classified = "left join classes on classes.operation = id" if of_class else ""
    made = "left join made_in_class made" if of_class else "left join made_by_call made"
    same = "and made.class is not distinct from by_call.class" if of_class else ""
    return f"""
        with made as (
            {_MADE}
        ), made_by_call as (
            select call, count(*) filter (temporary) temporaries, sum(bytes) filter (temporary) temporary_bytes,
                count(*) filter (copied) copies, sum(bytes) filter (copied) copied_bytes
            from made group by call
        ), classes as (
            {classes}
        ), made_in_class as (
            select call, class, count(*) filter (temporary) temporaries,
                sum(bytes) filter (temporary) temporary_bytes,
                count(*) filter (copied) copies, sum(bytes) filter (copied) copied_bytes
            from made left join classes using (operation) group by call, class
        ), by_call as (
            select call, {kind} as class, count(*) calls, sum(duration_ns) total_ns, sum(self_ns) self_ns,
                max(self_ns) longest_ns, sum(bytes_in) bytes_in, sum(bytes_out) bytes_out, count(exception) failed
            from recorded_operations {classified} group by call, {kind}
        ), costs as (
            select any_value({label}) "group", sum(by_call.calls)::bigint calls,
                coalesce(sum(total_ns) filter ({outermost}), 0)::bigint total_ns,
                coalesce(sum(self_ns), 0)::bigint self_ns, coalesce(max(longest_ns), 0)::bigint longest_ns,
                sum(bytes_in)::bigint bytes_in, sum(bytes_out)::bigint bytes_out, sum(failed)::bigint raised,
                coalesce(sum(temporaries), 0)::bigint temporaries,
                coalesce(sum(temporary_bytes), 0)::bigint temporary_bytes,
                coalesce(sum(copies), 0)::bigint copies, coalesce(sum(copied_bytes), 0)::bigint copied_bytes
            from by_call join calls on by_call.call = calls.id
                {made} on made.call = by_call.call {same}
            group by {columns.replace("class", "by_call.class")}
        )
        from costs
        """
