"""What happened to an array's memory after an operation: read, written, or given to another array."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from numscope.analysis.concepts.memory import Place
from numscope.trace import Trace

# Memory is looked up in blocks of 64 kB; large arrays only are asked about.
_BLOCK_BITS = 16
_MOST_BLOCKS = 1_000_000
_MOST_ROWS = 5_000_000
_WRITTEN = ("out", "mutated")


class MemoryUses:
    """Every recorded use of the memory of `places`. whole: False when there were too many to be sure of anything."""

    def __init__(self, trace: Trace, places: Sequence[Place]) -> None:
        blocks = self._blocks(places)
        self.whole = len(blocks) <= _MOST_BLOCKS
        rows = self._rows(trace, blocks if self.whole else [])
        self.whole = self.whole and rows.num_rows < _MOST_ROWS
        self._operation = rows["operation"].to_numpy()
        self._address = rows["address"].to_numpy()
        self._end = self._address + rows["data_bytes"].to_numpy()
        self._role = rows["role"].to_numpy(zero_copy_only=False)

    def dies_unread(self, place: Place, operation: int) -> bool | None:
        """Whether the memory, after `operation`, was next given to another array: what it held was never used again.

        None: it never appears again, and may be in use or not. Only what was recorded counts.
        """
        for _, roles in self._after(place, operation):
            return roles == {"output"}
        return None

    def unwritten(self, place: Place, operation: int) -> bool:
        """Whether nothing recorded wrote to the memory after `operation`, as long as it was the same array's."""
        for _, roles in self._after(place, operation):
            if roles == {"output"}:
                return True
            if roles.intersection(_WRITTEN):
                return False
        return True

    def _after(self, place: Place, operation: int) -> Iterator[tuple[int, set[str]]]:
        """Later operations that met the memory, in order, each with the roles in which it did."""
        low, high = place.bounds
        met = (self._operation > operation) & (self._end > low) & (self._address < high)
        found = zip(self._operation[met].tolist(), self._role[met].tolist(), strict=True)
        for number, rows in groupby(found, key=lambda row: row[0]):
            yield number, {role for _, role in rows}

    @staticmethod
    def _blocks(places: Sequence[Place]) -> list[int]:
        blocks: set[int] = set()
        for place in places:
            low, high = place.bounds
            blocks.update(range(low >> _BLOCK_BITS, ((high - 1) >> _BLOCK_BITS) + 1))
            if len(blocks) > _MOST_BLOCKS:
                break
        return sorted(blocks)

    @staticmethod
    def _rows(trace: Trace, blocks: list[int]) -> Any:
        low, high = min(blocks, default=0) << _BLOCK_BITS, (max(blocks, default=-1) + 1) << _BLOCK_BITS
        return trace.ask(
            f"""
            with blocks as (select unnest(?::ubigint[]) block)
            select operation, address, data_bytes, role
            from accesses
            where address < ? and stop > ?
                and ((address >> {_BLOCK_BITS}) in (from blocks) or ((stop - 1) >> {_BLOCK_BITS}) in (from blocks))
            order by operation limit {_MOST_ROWS}
            """,
            [blocks, high, low],
        )
