"""A large trace of several processes, a few processes at a time: what adds up needs the memory of a part only.

Ids are a process's own and parents never lie in another process: sums, counts and lists over parts are those over the
whole. Nothing is gained where memory is enough: one query over 64 processes of 150,000 operations is as fast.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from numscope.trace.reader import Trace, open_trace

MOST_OPERATIONS = 20_000_000
One = TypeVar("One")


def parts_of(trace: Trace) -> Iterator[Trace]:
    """Yield `trace`, or the same trace anew for as many of its processes at a time as hold MOST_OPERATIONS.

    A part is closed when the next one is asked for.
    """
    groups = _groups(trace) if trace.manifest.get("state") == "sealed" else []
    if len(groups) < 2:
        yield trace
        return
    for processes in groups:
        with part_of(trace, processes) as part:
            yield part


@contextmanager
def part_of(trace: Trace, processes: Iterable[int]) -> Iterator[Trace]:
    """Open `trace` anew for these processes alone; a trace that is not sealed yet is yielded itself, whole."""
    if trace.manifest.get("state") != "sealed":
        yield trace
        return
    with open_trace(str(trace.path)) as part:
        part.select(list(processes))
        yield part


def _groups(trace: Trace) -> list[list[int]]:
    """Return the processes in their order, in groups of at most MOST_OPERATIONS; a larger process is one alone."""
    rows = trace.sql(
        "select first_segment as process, sum(operations)::bigint as operations from processes group by 1 order by 1"
    ).to_pylist()
    return in_groups(((row["process"], row["operations"]) for row in rows), MOST_OPERATIONS)


def in_groups(sizes: Iterable[tuple[One, int]], most: int) -> list[list[One]]:
    """Return what is given with its size, in its order, in groups of at most `most`; what is larger is one alone."""
    groups: list[list[One]] = []
    held = 0
    for one, size in sizes:
        if not groups or held + size > most:
            groups.append([])
            held = 0
        groups[-1].append(one)
        held += size
    return groups
