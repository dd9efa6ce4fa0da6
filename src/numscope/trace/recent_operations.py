"""Operations that were read lately: one is read with its neighbours, which are mostly asked for next."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from numscope.trace.operation import Operation

# To read one operation takes 20 ms, 64 of them 24. `nan` of a trace of 11 operations read 26 times; now twice.
_BLOCK = 64
_MOST_BLOCKS_AT_ONCE = 8
_MOST_BLOCKS_KEPT = 64
_IDS_END = 2**63

Read = Callable[[Sequence[int]], dict[int, Operation]]


class RecentOperations:
    """Operations by id, in blocks of neighbours, of which some are kept.

    read: returns the operations with some ids, those that are there.
    """

    def __init__(self, read: Read) -> None:
        self._read = read
        # By number of the block, the one used last at the end.
        self._blocks: dict[int, dict[int, Operation]] = {}

    def of(self, ids: Sequence[int]) -> dict[int, Operation]:
        """Return operations, those of `ids` that are there among them. Ids far apart are read without neighbours."""
        numbers = dict.fromkeys(number // _BLOCK for number in ids)
        if len(numbers) > _MOST_BLOCKS_AT_ONCE:
            return self._read(ids)
        self._fill([number for number in numbers if number not in self._blocks])
        found: dict[int, Operation] = {}
        for number in numbers:
            block = self._blocks[number] = self._blocks.pop(number)
            found.update(block)
        while len(self._blocks) > _MOST_BLOCKS_KEPT:
            del self._blocks[next(iter(self._blocks))]
        return found

    def forget(self) -> None:
        """Read all anew from now on."""
        self._blocks.clear()

    def _fill(self, numbers: Sequence[int]) -> None:
        if not numbers:
            return
        wanted = [
            wanted
            for number in numbers
            for wanted in range(number * _BLOCK, min((number + 1) * _BLOCK, _IDS_END))
        ]
        blocks: dict[int, dict[int, Operation]] = {number: {} for number in numbers}
        for operation in self._read(wanted).values():
            blocks[operation.id // _BLOCK][operation.id] = operation
        self._blocks.update(blocks)
