"""Who made a block of memory, and which operations had it as an operand while it was there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from numscope.analysis.memory.blocks import WINDOWS, Block, Integers, windows
from numscope.analysis.memory.operations import Operations, Ran
from numscope.trace import Trace

_GIVEN_OUT = f"""
    select block, operation from operand_layouts o join {WINDOWS} lived
        on o.address = lived.address and operation >= since and operation < until
    where kind = 'array' and role in ('output', 'out', 'mutated')
"""
_SEEN_FIRST = f"""
    select block, owner, shape, dtype from operand_layouts o join {WINDOWS} lived
        on o.address = lived.address and operation >= since and operation < until
    where kind = 'array' and role in ('input', 'output', 'out', 'mutated')
    qualify row_number() over (partition by block order by operation, slot) = 1
"""
_READ = f"""
    select block, operation from operand_layouts o join {WINDOWS} lived
        on o.owner = lived.address and operation >= since and operation < until
    where kind = 'array' and role = 'input' order by block, operation
"""


@dataclass
class Use:
    """What is known of a block. maker: the outermost operation that gave it out; None: it is memory of `inside` alone.

    readers: ids of the operations that had it as an input, in order.
    """

    block: Block
    maker: Ran | None = None
    inside: Ran | None = None
    shape: tuple[int, ...] | None = None
    dtype: str | None = None
    readers: Integers = field(default_factory=lambda: np.zeros(0, np.int64))

    @property
    def made_by(self) -> Ran | None:
        """The operation that it was given for."""
        return self.maker or self.inside


def uses_of(trace: Trace, operations: Operations, blocks: Iterable[Block]) -> dict[Block, Use]:
    """Return what is known of each of these blocks of one process."""
    found = [Use(block) for block in blocks]
    _find_makers(trace, operations, found)
    _find_readers(trace, operations, _describe(trace, found))
    return {use.block: use for use in found}


def _find_makers(trace: Trace, operations: Operations, uses: list[Use]) -> None:
    """Find the outermost of the operations that ran when each block was given that gave it out."""
    running = [operations.chain(operations.before(use.block.born)) for use in uses]
    began = (
        (use.block.address, chain[-1].id if chain else use.block.born, use.block.born)
        for use, chain in zip(uses, running, strict=True)
    )
    gave: dict[int, set[int]] = defaultdict(set)
    for row in trace.ask(_GIVEN_OUT, windows(began)).to_pylist():
        gave[row["block"]].add(row["operation"])
    for place, (use, chain) in enumerate(zip(uses, running, strict=True)):
        use.inside = chain[0] if chain else None
        use.maker = next((one for one in reversed(chain) if one.id in gave[place]), None)


def _describe(trace: Trace, uses: list[Use]) -> list[tuple[Use, int]]:
    """Note shape and type of each tensor as it was first seen; return the address of the storage of each that was."""
    lived = windows(
        (use.block.address, use.maker.id if use.maker else use.block.born, use.block.died) for use in uses
    )
    owners = []
    for row in trace.ask(_SEEN_FIRST, lived).to_pylist():
        use = uses[row["block"]]
        use.shape, use.dtype = tuple(row["shape"] or ()), row["dtype"]
        if row["owner"]:
            owners.append((use, row["owner"]))
    return owners


def _find_readers(trace: Trace, operations: Operations, owners: list[tuple[Use, int]]) -> None:
    lived = windows((owner, use.block.born, use.block.died) for use, owner in owners)
    table = trace.ask(_READ, lived)
    blocks, readers = (table.column(name).to_numpy() for name in ("block", "operation"))
    ends = np.searchsorted(blocks, np.arange(len(owners) + 1))
    for (use, _), first, end in zip(owners, ends, ends[1:], strict=False):
        # Another process may have had the same address.
        use.readers = operations.among(readers[first:end].astype(np.int64))
