"""A trace of several processes, some of them at a time: one part after the other here, or all at once by a scheduler.

Ids are a process's own and parents never lie in another process: sums, counts and lists over parts are those over the
whole. Here, one part after the other needs the memory of a part only; nothing is gained where memory is enough, since
one query over 64 processes of 150,000 operations is as fast.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from numscope.trace.elsewhere import Address, address_of, open_there
from numscope.trace.reader import Trace, open_trace

MOST_OPERATIONS = 20_000_000
# Parts for each that a scheduler computes at a time: the last ones end together, and each has to open the trace.
_PARTS_A_WORKER = 2
One = TypeVar("One")
Sizes = Callable[[Trace], dict[int, int]]


@dataclass(frozen=True)
class Piece:
    """Some processes of a trace, None for all, and what a function is given besides them.

    tasks: those of which the trace answers alone, as `Trace.select_tasks`; none: all.
    """

    processes: tuple[int, ...] | None
    arguments: tuple[Any, ...] = ()
    tasks: tuple[str, ...] = ()


def map_parts(
    trace: Trace, function: Callable[..., One], *arguments: Any, sizes: Sizes | None = None
) -> Iterator[One]:
    """Yield `function(part, *arguments)` for each part of `trace`, in the order of processes.

    sizes: of a large trace, how many of each process's operations `function` holds in memory; all, if it is not given.
    With a scheduler, function and arguments have to be such that pickle takes them; else the part is closed when the
    next one is asked for.
    """
    parts = _groups(trace, sizes)
    chosen: list[tuple[int, ...] | None] = [tuple(one) for one in parts] if len(parts) > 1 else [None]
    return map_pieces(trace, function, [Piece(processes, arguments) for processes in chosen])


def sizes_of_user_calls(trace: Trace) -> dict[int, int]:
    """Return how many operations of each process are held in memory to answer of the view `user_calls`."""
    rows = trace.ask(
        "select process, sum(stop - first)::bigint as operations from library_ranges group by process"
    )
    return {row["process"]: row["operations"] for row in rows.to_pylist()}


def map_pieces(
    trace: Trace, function: Callable[..., One], pieces: Sequence[Piece], in_order: bool = True
) -> Iterator[One]:
    """Yield `function(part, *arguments)` for each piece of `trace`; with a scheduler maybe as they are done."""
    if trace.scheduler is None:
        for piece in pieces:
            with part_of(trace, piece.processes) as part:
                yield function(part, *piece.arguments)
        return
    selected = _selected(trace)
    calls = (
        (address_of(trace), function, Piece(piece.processes or selected, piece.arguments, trace.tasks))
        for piece in pieces
    )
    yield from trace.scheduler.each(_ask, calls, in_order)


def _ask(address: Address, function: Callable[..., One], piece: Piece) -> One:
    """Return what `function` says of a piece, in a process that has not opened the trace yet."""
    with open_there(address) as trace:
        if piece.processes is not None:
            trace.select(piece.processes)
        if piece.tasks:
            trace.select_tasks(piece.tasks)
        return function(trace, *piece.arguments)


@contextmanager
def part_of(trace: Trace, processes: Iterable[int] | None) -> Iterator[Trace]:
    """Open `trace` anew for these processes alone.

    A trace that is not sealed yet is yielded itself, whole; so is any where `processes` is None.
    """
    if processes is None or trace.manifest.get("state") != "sealed":
        yield trace
        return
    with open_trace(str(trace.path)) as part:
        part.select(list(processes))
        if trace.tasks:
            part.select_tasks(trace.tasks)
        yield part


def _selected(trace: Trace) -> tuple[int, ...] | None:
    """Return the processes that the user selected; None: all."""
    counts = "select count(*) n from stored.processes union all select count(*) from processes"
    stored, chosen = trace.ask(counts)["n"].to_pylist()
    if stored == chosen:
        return None
    return tuple(trace.ask("select distinct first_segment id from processes")["id"].to_pylist())


def _groups(trace: Trace, sizes: Sizes | None) -> list[list[int]]:
    """Return the processes in their order, in groups that hold at most MOST_OPERATIONS; a larger one is one alone."""
    if trace.manifest.get("state") != "sealed":
        return []
    rows = trace.ask(
        "select first_segment as process, sum(operations)::bigint as operations from processes group by 1 order by 1"
    ).to_pylist()
    counts = {row["process"]: row["operations"] for row in rows}
    total, most = sum(counts.values()), MOST_OPERATIONS
    if trace.scheduler is not None:
        most = min(most, -(-total // (trace.scheduler.workers * _PARTS_A_WORKER)))
    elif sizes is not None and total > most:
        held = sizes(trace)
        counts = {process: held.get(process, 0) for process in counts}
    return in_groups(counts.items(), most)


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
