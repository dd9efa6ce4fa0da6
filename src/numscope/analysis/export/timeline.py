"""Operations as nested spans of time, thread by thread."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from numscope.trace import Trace


@dataclass(frozen=True)
class Span:
    """One operation's time. start_ns is since the trace's first operation; an unfinished one lasts to the end."""

    id: int
    name: str
    process: int
    thread: int
    depth: int
    start_ns: int
    end_ns: int
    file: str | None
    line: int | None
    exception: str | None


def timeline(trace: Trace) -> Iterator[Span]:
    """The spans of all operations: process by process, thread by thread, in the order in which they began.

    Within a thread spans nest: one ends within the one that it began in, or after it has ended.
    """
    bounds = trace.sql(
        "select min(time_ns) first_ns, max(time_ns + coalesce(duration_ns, 0)) last_ns from recorded_operations"
    ).to_pylist()[0]
    first, last = bounds["first_ns"] or 0, bounds["last_ns"] or 0
    batches = trace.batches(
        "select id, name, process, thread, depth, time_ns, duration_ns, user_file, user_line, exception "
        "from operations order by process, thread, id"
    )
    for batch in batches:
        for row in batch.to_pylist():
            start = row["time_ns"] - first
            duration = row["duration_ns"]
            yield Span(
                **{name: row[name] for name in ("id", "name", "process", "thread", "depth", "exception")},
                start_ns=start,
                end_ns=last - first if duration is None else start + duration,
                file=row["user_file"],
                line=row["user_line"],
            )
