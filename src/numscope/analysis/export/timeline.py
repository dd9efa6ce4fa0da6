"""What a timeline shows: operations as nested spans of time, calls of layers, and what the program marked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from numscope.analysis.concepts.lineage import lineage
from numscope.trace import Trace

# Operations whose operands are read at a time.
_PAGE = 5_000


@dataclass(frozen=True)
class Span:
    """One operation's time. start_ns is since the trace's first operation; an unfinished one lasts to the end.

    result: dtype and shape of the first array that it gave. nans: NaN in all that it gave.
    """

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
    result: str | None
    nans: int


@dataclass(frozen=True)
class Slice:
    """A stretch of time beside the operations. row: "marks", "steps", or "layers of thread N"; slices of a row nest."""

    row: str
    name: str
    process: int
    start_ns: int
    end_ns: int


# One row an operation; what it gave is a number of `slots`, as few texts stand for many operations.
_SPANS = """
    with gave as (
        select operation, arg_min(slot, place) as slot from results where dtype is not null group by operation
    ), bad as (
        select operation, sum(nans)::bigint as nans from nonfinite_operands where "after" and not literal
        group by operation
    )
    select id, name, process, thread, depth, time_ns, duration_ns, user_file, user_line, exception, slot, nans
    from operations left join gave on gave.operation = id left join bad on bad.operation = id
    order by process, thread, id
    """
_SLOTS = "select distinct slot, dtype, shape from results where dtype is not null"
# A step's mark ends it; any other begins what it names, up to the next one of its process.
_MARKS = """
    select process, kind, number, text, time_ns,
        lag(time_ns) over (partition by process, kind order by number) as before,
        lead(time_ns) over (partition by process, kind order by number) as after
    from marks where kind is not null order by process, kind, number
    """
_LAYERS = """
    select process, thread, coalesce(nullif(module, ''), model) as name, phase, time_ns, duration_ns
    from module_calls where not met order by process, thread, id
    """


def timeline(trace: Trace) -> Iterator[Span]:
    """The spans of all operations: process by process, thread by thread, in the order in which they began.

    Within a thread spans nest: one ends within the one that it began in, or after it has ended.
    """
    first, last = _bounds(trace)
    results = {
        row["slot"]: f"{row['dtype']}[{','.join(map(str, row['shape']))}]" if row["shape"] else row["dtype"]
        for row in trace.ask(_SLOTS).to_pylist()
    }
    for batch in trace.batches(_SPANS):
        for row in batch.to_pylist():
            start = row["time_ns"] - first
            duration = row["duration_ns"]
            yield Span(
                **{name: row[name] for name in ("id", "name", "process", "thread", "depth", "exception")},
                start_ns=start,
                end_ns=last - first if duration is None else start + duration,
                file=row["user_file"],
                line=row["user_line"],
                result=results.get(row["slot"]),
                nans=row["nans"] or 0,
            )


def slices(trace: Trace) -> list[Slice]:
    """The program's marks and steps, and the calls of its layers; row by row, in the order in which they began."""
    first, last = _bounds(trace)
    marks = trace.ask(_MARKS).to_pylist()
    named = [
        Slice(
            "marks", row["text"] or "", row["process"], row["time_ns"] - first, (row["after"] or last) - first
        )
        for row in marks
        if row["kind"] != "step"
    ]
    steps = [
        Slice(
            "steps",
            f"step {row['number'] - 1}",
            row["process"],
            max(0, (row["before"] or first) - first),
            row["time_ns"] - first,
        )
        for row in marks
        if row["kind"] == "step"
    ]
    layers = [
        Slice(
            f"layers of thread {row['thread']}",
            row["name"] or "",
            row["process"],
            row["time_ns"] - first,
            last - first if row["duration_ns"] is None else row["time_ns"] + row["duration_ns"] - first,
        )
        for row in trace.ask(_LAYERS).to_pylist()
    ]
    return [one for one in (*named, *steps, *layers) if one.end_ns >= one.start_ns >= 0]


def flows(trace: Trace, most: int) -> list[tuple[int, int]]:
    """Which operation's data flowed into which: (source, target) among the first `most` outermost operations."""
    found = trace.ask(f"select id from operations where depth = 0 order by id limit {int(most)}")
    ids = found["id"].to_pylist()
    pages = (ids[first : first + _PAGE] for first in range(0, len(ids), _PAGE))
    edges = lineage(operation for page in pages for operation in trace.operations.fetch(page)).edges
    return sorted({(edge.source, edge.target) for edge in edges if edge.source != edge.target})


def _bounds(trace: Trace) -> tuple[int, int]:
    """When the first operation began, and when the last one ended."""
    found = trace.ask(
        "select min(time_ns) first_ns, max(time_ns + coalesce(duration_ns, 0)) last_ns from recorded_operations"
    ).to_pylist()[0]
    return found["first_ns"] or 0, found["last_ns"] or 0
