"""What a program's operations cost, added up: by operation, by line, by file."""

from __future__ import annotations

from dataclasses import dataclass

from numscope.errors import UsageError
from numscope.trace import Trace

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
}
GROUPINGS = tuple(_GROUPS)
ORDERS = ("self", "total", "calls", "bytes")


@dataclass(frozen=True)
class Cost:
    """What the operations of one group cost together.

    total_ns: the time they took; an operation inside another of the same line, file or function counts once.
    self_ns: without the operations inside them. share: of the self time of all groups, 0 to 1.
    bytes_in, bytes_out: of the arrays they were given, and of those they made or changed.
    """

    group: str
    calls: int
    total_ns: int
    self_ns: int
    share: float
    bytes_in: int
    bytes_out: int
    raised: int


@dataclass(frozen=True)
class Profile:
    """The costliest groups. groups: how many there are; operations, self_ns: of them all."""

    by: str
    costs: tuple[Cost, ...]
    groups: int
    operations: int
    self_ns: int


def profile(trace: Trace, by: str = "operation", order: str = "self", limit: int = 20) -> Profile:
    """Add up the trace's operations by `by` (one of GROUPINGS), costliest by `order` (one of ORDERS) first.

    Raises UsageError for a grouping or order that is not known.
    """
    if by not in _GROUPS:
        raise UsageError(f"operations can't be added up by {by!r}; known are {', '.join(GROUPINGS)}.")
    if order not in ORDERS:
        raise UsageError(f"costs can't be ordered by {order!r}; known are {', '.join(ORDERS)}.")
    columns, label = _GROUPS[by]
    # Of nested operations from one place only the outermost adds to the total; by name, all do.
    outermost = "true" if by in ("operation", "process") else "depth = 0"
    ordering = {"self": "self_ns", "total": "total_ns", "calls": "calls", "bytes": "bytes_in + bytes_out"}[
        order
    ]
    rows = trace.sql(
        f"""
        with by_call as (
            select call, count(*) calls, sum(duration_ns) total_ns, sum(self_ns) self_ns,
                sum(bytes_in) bytes_in, sum(bytes_out) bytes_out, count(exception) failed
            from stored.operations group by call
        ), costs as (
            select any_value({label}) "group", sum(calls)::bigint calls,
                coalesce(sum(total_ns) filter ({outermost}), 0)::bigint total_ns,
                coalesce(sum(self_ns), 0)::bigint self_ns,
                sum(bytes_in)::bigint bytes_in, sum(bytes_out)::bigint bytes_out, sum(failed)::bigint raised
            from by_call join stored.calls on call = id group by {columns}
        )
        select *, count(*) over () all_groups, sum(calls) over ()::bigint all_calls,
            sum(self_ns) over ()::bigint all_self
        from costs order by {ordering} desc, "group" limit {int(limit)}
        """
    ).to_pylist()
    costs = tuple(
        Cost(
            share=row["self_ns"] / row["all_self"] if row["all_self"] else 0.0,
            **{
                name: row[name]
                for name in ("group", "calls", "total_ns", "self_ns", "bytes_in", "bytes_out", "raised")
            },
        )
        for row in rows
    )
    whole = rows[0] if rows else {"all_groups": 0, "all_calls": 0, "all_self": 0}
    return Profile(by, costs, whole["all_groups"], whole["all_calls"], whole["all_self"])
