"""How often a line ran an operation, and at which of these times values went bad."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from numscope.trace import Operation, Trace


@dataclass(frozen=True)
class Occurrences:
    """Of `calls` of an operation at a line, `bad` began NaN or infinities; `first` is the first bad one, from 1."""

    calls: int
    bad: int
    first: int


def occurrences(trace: Trace, operation: Operation, bad: Collection[int]) -> Occurrences | None:
    """Return them for the operation's line; None if it ran once."""
    site = operation.user_site or operation.site
    if site is None:
        return None
    rows = trace.ask(
        """
        select count(*) as calls, count(*) filter (id <= ?) as first,
            count(*) filter (id in (select unnest(?::bigint[]))) as bad
        from operations where name = ? and coalesce(user_file, file) = ? and coalesce(user_line, line) = ?
            and depth = ?
        """,
        [operation.id, sorted(bad), operation.name, site.file, site.line, operation.depth],
    ).to_pylist()[0]
    return Occurrences(rows["calls"], rows["bad"], rows["first"]) if rows["calls"] > 1 else None
