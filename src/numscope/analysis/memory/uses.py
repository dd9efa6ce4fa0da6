"""Who made a block of memory, and which operations had it as an operand while it was there."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from numscope.analysis.memory.blocks import Block
from numscope.trace import Trace

_OPERATIONS = """
    select operation.id, parent, name, depth, traits, function, user_file, user_line,
        module, model, phase, coalesce(step, 0) as step, forward
    from called_operations operation left join modules on modules.operation = operation.id
    where process = {process}
"""
_AT_ADDRESSES = """
    select operation, role, address, owner, shape, dtype from operand_layouts
    where kind = 'array' and address in (select unnest(?::ubigint[]))
        and role in ('input', 'output', 'out', 'mutated') order by operation
"""
_OF_OWNERS = """
    select operation, role, owner from operand_layouts
    where kind = 'array' and owner in (select unnest(?::ubigint[]))
        and role in ('input', 'output', 'out', 'mutated') order by operation
"""


@dataclass(frozen=True)
class Ran:
    """An operation with its place. function: that called it, maybe a library's. module is None outside of models."""

    id: int
    parent: int | None
    name: str
    traits: int
    function: str | None
    file: str | None
    line: int
    module: str | None
    model: str | None
    phase: str | None
    step: int
    forward: int | None


@dataclass
class Use:
    """What is known of a block. maker: the outermost operation that gave it out; None: it is memory of `inside` alone.

    readers: operations that had it as an input, in order; writers likewise, without the maker.
    """

    block: Block
    maker: Ran | None = None
    inside: Ran | None = None
    shape: tuple[int, ...] | None = None
    dtype: str | None = None
    readers: list[Ran] = field(default_factory=list)
    writers: list[Ran] = field(default_factory=list)

    @property
    def made_by(self) -> Ran | None:
        """The operation that it was given for."""
        return self.maker or self.inside


class Operations:
    """The operations of one process, by id."""

    def __init__(self, trace: Trace, process: int) -> None:
        rows = trace.ask(_OPERATIONS.format(process=int(process))).to_pylist()
        self._ran = {row["id"]: _ran(row) for row in rows}
        self._ids = sorted(self._ran)

    def get(self, operation: int) -> Ran | None:
        """Return an operation, None if it is another process's."""
        return self._ran.get(operation)

    def before(self, operation: int) -> Ran | None:
        """Return the operation that began last before this one."""
        index = bisect_left(self._ids, operation)
        return self._ran[self._ids[index - 1]] if index else None

    def chain(self, ran: Ran | None) -> list[Ran]:
        """Return an operation and those around it, the outermost last."""
        found = []
        while ran is not None:
            found.append(ran)
            ran = self._ran.get(ran.parent) if ran.parent is not None else None
        return found


def _ran(row: dict[str, Any]) -> Ran:
    return Ran(
        *(row["id"], row["parent"], row["name"], row["traits"] or 0, row["function"]),
        *(row["user_file"], row["user_line"] or 0),
        *(row["module"], row["model"], row["phase"], row["step"], row["forward"]),
    )


def uses_of(trace: Trace, operations: Operations, blocks: Iterable[Block]) -> dict[Block, Use]:
    """Return what is known of each of these blocks of one process."""
    found = {block: Use(block) for block in blocks}
    rows = trace.ask(_AT_ADDRESSES, [sorted({block.address for block in found})]).to_pylist()
    at: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        at[row["address"]].append(row)
    owners: dict[Block, int] = {}
    for use in found.values():
        _find_maker(use, operations, at[use.block.address])
        owner = _describe(use, at[use.block.address])
        if owner:
            owners[use.block] = owner
    _add_uses(trace, operations, found, owners)
    return found


def _find_maker(use: Use, operations: Operations, rows: list[dict[str, Any]]) -> None:
    """Find the outermost of the operations that ran when the block was given that gave it out."""
    gave = {row["operation"] for row in rows if row["role"] in ("output", "mutated", "out")}
    running = operations.chain(operations.before(use.block.born))
    use.inside = running[0] if running else None
    makers = [one for one in running if one.id in gave]
    if makers:
        use.maker = makers[-1]


def _describe(use: Use, rows: list[dict[str, Any]]) -> int | None:
    """Note shape and type of the tensor as it was first seen; return the address of its storage."""
    first = use.maker.id if use.maker else use.block.born
    inside = (
        row
        for row in rows
        if row["operation"] >= first and (use.block.died is None or row["operation"] < use.block.died)
    )
    row = next(inside, None)
    if row is None:
        return None
    use.shape, use.dtype = tuple(row["shape"] or ()), row["dtype"]
    owner: int | None = row["owner"]
    return owner


def _add_uses(
    trace: Trace, operations: Operations, found: dict[Block, Use], owners: dict[Block, int]
) -> None:
    rows = trace.ask(_OF_OWNERS, [sorted(set(owners.values()))]).to_pylist()
    by_owner: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        by_owner[row["owner"]].append(row)
    for block, owner in owners.items():
        use = found[block]
        for row in by_owner[owner]:
            ran = operations.get(row["operation"])
            if ran is None or not block.lives_when(ran.id):
                continue
            (use.readers if row["role"] == "input" else use.writers).append(ran)
