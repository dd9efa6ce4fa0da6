"""Blocks of memory from the allocator's own record: when each was given and taken back, and when most were there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from numscope.trace import Trace

# lost: bytes of events that name no block.
_PROCESSES = """
    select o.process, coalesce(sum(a.bytes) filter (a.kind = '?' or a.address is null), 0) as lost
    from allocations a join called_operations o on a.operation = o.id
    group by o.process having bool_or(a.kind = '+') order by min(a.operation) filter (a.kind = '+')
"""
_EVENTS = """
    select a.operation, a.kind = '+' as gives, a.address, coalesce(a.bytes, 0) as bytes
    from allocations a join called_operations o on a.operation = o.id
    where o.process = {process} and a.kind <> '?' and a.address is not null
    order by a.operation, a.item
"""
# What rows are joined with: the places of blocks in a list, their addresses, and the operations while they are there.
WINDOWS = """
    (select unnest(?::bigint[]) as block, unnest(?::ubigint[]) as address, unnest(?::bigint[]) as since,
        unnest(?::bigint[]) as until)
"""
_FOR_EVER = 2**63 - 1

Integers = npt.NDArray[np.int64]


@dataclass(eq=False)
class Block:
    """One block. born, died: ids of the first operation that began after it was given, and after it was taken back.

    died is None of what is there to the end.
    """

    address: int
    bytes: int
    born: int
    died: int | None = None


@dataclass(frozen=True)
class Allocations:
    """What a process was given. totals: bytes there after each event; operations: the id that each event is of.

    given, taken: the event with which each block came, and went (the number of events: it is there to the end).
    lost: bytes of events that were not recorded. One number an event or block: 10 million operations have as many.
    """

    process: int
    totals: Integers
    operations: Integers
    given: Integers
    taken: Integers
    addresses: npt.NDArray[np.uint64]
    sizes: Integers
    lost: int

    @property
    def peak(self) -> int:
        """The first event after which most was there."""
        return int(np.argmax(self.totals))

    def alive(self, event: int) -> list[Block]:
        """Return the blocks that are there after an event, the largest first."""
        there = np.flatnonzero((self.given <= event) & (self.taken > event))
        return [self._block(int(one)) for one in there[np.argsort(-self.sizes[there], kind="stable")]]

    def at_end(self) -> list[Block]:
        """Return the blocks that are never taken back, in the order in which they came."""
        return [self._block(int(one)) for one in np.flatnonzero(self.taken == len(self.totals))]

    def _block(self, index: int) -> Block:
        taken = int(self.taken[index])
        return Block(
            int(self.addresses[index]),
            int(self.sizes[index]),
            int(self.operations[self.given[index]]),
            int(self.operations[taken]) if taken < len(self.totals) else None,
        )


def allocations(trace: Trace) -> Iterator[Allocations]:
    """Yield what each process was given that was given anything, in the order of processes."""
    for row in trace.ask(_PROCESSES).to_pylist():
        yield _allocations(trace, int(row["process"]), int(row["lost"]))


def _allocations(trace: Trace, process: int, lost: int) -> Allocations:
    events = trace.ask(_EVENTS.format(process=process))
    operations, gives, addresses, sizes = (events.column(index).to_numpy() for index in range(4))
    given = np.flatnonzero(gives)
    taken = _next_of_address(addresses)[given]
    changes = np.zeros(len(events) + 1, np.int64)
    changes[given] = sizes[given]
    # An event ends one block at most. Given again where nothing was taken back: that is among what was lost.
    # The place behind the last event gathers what is never taken back.
    np.subtract.at(changes, taken, sizes[given].astype(np.int64))
    return Allocations(
        process,
        np.cumsum(changes[:-1]),
        operations.astype(np.int64),
        given,
        taken,
        addresses[given].astype(np.uint64),
        sizes[given].astype(np.int64),
        lost,
    )


def _next_of_address(addresses: npt.NDArray[Any]) -> Integers:
    """Return the next event of each event's address; the number of events: there is none."""
    order = np.argsort(addresses, kind="stable")
    found = np.full(len(addresses), len(addresses), np.int64)
    same = addresses[order[1:]] == addresses[order[:-1]]
    found[order[:-1][same]] = order[1:][same]
    return found


def windows(blocks: Iterable[tuple[int, int, int | None]]) -> list[Any]:
    """Return the parameters of `WINDOWS` for addresses: of each the first operation, and the first one no more."""
    rows = list(blocks)
    return [
        list(range(len(rows))),
        [address for address, _, _ in rows],
        [since for _, since, _ in rows],
        [_FOR_EVER if until is None else until for _, _, until in rows],
    ]


def lifetimes(blocks: Iterable[Block]) -> list[Any]:
    """Return the parameters of `WINDOWS` for blocks while they are there."""
    return windows((block.address, block.born, block.died) for block in blocks)
