"""What ran: the command, its processes, how much was recorded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from numscope.analysis.concepts.user_calls import call_counts
from numscope.trace import Trace


@dataclass(frozen=True)
class Process:
    """One process of the run. ended_ns: None when it was killed, or runs still."""

    id: int
    pid: int | None
    argv: tuple[str, ...]
    python: str
    numpy: str
    started_ns: int
    ended_ns: int | None
    operations: int
    left_out: int
    stop_reason: str | None


@dataclass(frozen=True)
class Overview:
    """The run in figures.

    span_ns: from the first operation's begin to the last one's end. self_ns: of all operations, without what ran inside
    them. user_visible: calls of the user's own lines. values: what was kept of operands (full, auto, stats, none).
    raised: operations that raised an exception.
    """

    name: str
    command: tuple[str, ...]
    values: str
    operations: int
    user_visible: int
    threads: int
    started_ns: int
    span_ns: int
    self_ns: int
    bytes_moved: int
    kept_values: int
    kept_bytes: int
    raised: int
    unfinished: int
    processes: tuple[Process, ...]
    problems: tuple[str, ...]


def overview(trace: Trace) -> Overview:
    """The figures of `trace`."""
    counts = trace.ask(
        """
        select count(*) operations,
            count(exception) raised, count(*) filter (unfinished) unfinished,
            coalesce(min(time_ns), 0) started_ns,
            coalesce(max(time_ns + coalesce(duration_ns, 0)) - min(time_ns), 0) span_ns,
            coalesce(sum(self_ns), 0)::bigint self_ns,
            coalesce(sum(bytes_in + bytes_out), 0)::bigint bytes_moved
        from operations
        """
    ).to_pylist()[0]
    kept = trace.ask(
        # Several values may be the same bytes in other shapes.
        "select coalesce(sum(times), 0)::bigint kept_values, coalesce(sum(stored), 0)::bigint kept_bytes from "
        '(select count(*) times, max(stored) as stored from kept_values group by process, "offset")'
    ).to_pylist()[0]
    threads = trace.ask("select count(*) n from threads")["n"][0].as_py()
    return Overview(
        name=trace.path.name,
        command=tuple(str(word) for word in trace.manifest.get("command") or ()),
        values=_values_kept(trace.manifest),
        threads=threads,
        processes=tuple(_process(row) for row in trace.table("processes").to_pylist()),
        problems=trace.problems,
        user_visible=call_counts(trace).own,
        **counts,
        **kept,
    )


def _values_kept(manifest: dict[str, Any]) -> str:
    """Return the level of values that the recording was asked for."""
    policy = manifest.get("policy")
    return str(policy.get("values", "full")) if isinstance(policy, dict) else "full"


def _process(row: dict[str, Any]) -> Process:
    return Process(
        argv=tuple(row["argv"] or ()),
        python=row["python"] or "?",
        numpy=row["numpy"] or "?",
        started_ns=row["started_ns"] or 0,
        operations=row["operations"] or 0,
        left_out=row["left_out"] or 0,
        **{name: row[name] for name in ("id", "pid", "ended_ns", "stop_reason")},
    )
