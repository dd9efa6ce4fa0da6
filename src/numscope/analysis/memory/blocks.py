"""Blocks of memory from the allocator's own record: when each was given and taken back, and when most were there."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import accumulate

from numscope.trace import Trace

_EVENTS = """
    select o.process, a.operation, a.kind, a.address, a.bytes
    from allocations a join called_operations o on a.operation = o.id
    order by o.process, a.operation, a.item
"""


@dataclass(eq=False)
class Block:
    """One block. given, taken: places among the process's events; taken is None while it is there.

    born, died: ids of the first operation that began after it was given, and after it was taken back.
    """

    address: int
    bytes: int
    given: int
    born: int
    taken: int | None = None
    died: int | None = None

    def lives_at(self, event: int) -> bool:
        """Return whether it is there right after an event."""
        return self.given <= event and (self.taken is None or self.taken > event)

    def lives_when(self, operation: int) -> bool:
        """Return whether it was there when an operation began."""
        return self.born <= operation and (self.died is None or operation < self.died)


@dataclass(frozen=True)
class Allocations:
    """What a process was given. totals: bytes there after each event; operations: the id that each event is of.

    lost: events that were not recorded.
    """

    process: int
    blocks: tuple[Block, ...]
    totals: tuple[int, ...]
    operations: tuple[int, ...]
    lost: int

    @property
    def peak(self) -> int:
        """The first event after which most was there."""
        return max(range(len(self.totals)), key=lambda event: self.totals[event])

    def alive(self, event: int) -> list[Block]:
        """Return the blocks that are there after an event, the largest first."""
        return sorted(
            (block for block in self.blocks if block.lives_at(event)), key=lambda block: -block.bytes
        )


class _Ledger:
    """Blocks of one process in the making."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.changes: list[int] = []
        self.operations: list[int] = []
        self.lost = 0
        self._living: dict[int, Block] = {}

    def add(self, operation: int, kind: str, address: int | None, size: int | None) -> None:
        """Add an event. What was given before the recording began is not known, and not counted."""
        if kind == "?" or address is None:
            self.lost += size or 0
            return
        self.changes.append(0)
        self.operations.append(operation)
        # Given again: that it was taken back is among what was lost.
        self._take(operation, address)
        if kind == "+":
            block = Block(address, size or 0, len(self.changes) - 1, operation)
            self.changes[-1] += block.bytes
            self.blocks.append(block)
            self._living[address] = block

    def _take(self, operation: int, address: int) -> None:
        block = self._living.pop(address, None)
        if block is not None:
            block.taken, block.died = len(self.changes) - 1, operation
            self.changes[-1] -= block.bytes


def allocations(trace: Trace) -> list[Allocations]:
    """Return what each process was given that was given anything, in the order of processes."""
    ledgers: dict[int, _Ledger] = defaultdict(_Ledger)
    for batch in trace.ask(_EVENTS).to_batches():
        columns = (batch.column(index).to_pylist() for index in range(5))
        for process, operation, kind, address, size in zip(*columns, strict=True):
            ledgers[process].add(operation, kind, address, size)
    return [
        Allocations(
            process,
            tuple(ledger.blocks),
            tuple(accumulate(ledger.changes)),
            tuple(ledger.operations),
            ledger.lost,
        )
        for process, ledger in ledgers.items()
        if ledger.blocks
    ]
