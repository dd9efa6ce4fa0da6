"""What surrounds the statements being written."""

from __future__ import annotations

import ast
from typing import Any, NamedTuple, Protocol

from numscope.compiled.decompile.graph import Block, Graph
from numscope.compiled.decompile.instructions import Instruction
from numscope.compiled.decompile.nodes import Slot
from numscope.compiled.decompile.path import Path
from numscope.compiled.decompile.regions import Regions
from numscope.compiled.decompile.temporaries import Temporaries


class UnstructuredError(Exception):
    """Control goes somewhere the statements chosen so far have no word for; another choice may have."""


class Context(NamedTuple):
    """What surrounds the statements being written.

    `follow` is where control goes at their end; `again` and `leave` where `continue` and `break` go; `handler` guards
    them; `depth` values of surrounding statements are on the stack.
    """

    follow: Block | None
    again: Block | None
    leave: Block | None
    handler: int
    depth: int


class Writer(Protocol):
    """The writer of one code object's statements, as those see it who write one kind of statement.

    `entered` has the stack at the beginning of each loop, `arrived` where control met, `open_loops` the loops that
    are being written, `inside` the blocks that each handler guards.
    """

    code: list[Instruction]
    graph: Graph
    names: Temporaries
    regions: Regions
    entered: dict[Block, list[Any]]
    arrived: dict[Block, list[Any]]
    open_loops: set[Block]
    inside: dict[int, set[Block]]

    def run(self, block: Block, stack: list[Any], start: int | None = None) -> Path:
        """Run one block alone, from its instruction at `start` on if one is given."""

    def value(self, start: int, end: int, stack: list[Any]) -> ast.expr:
        """Run the instructions that compute one value on top of a stack; give that value."""

    def run_exit(self, block: Block, stack: list[Any], handler: int) -> Path | None:
        """Run a block again for another way into it, if it is one that soon returns."""

    def look_ahead(self, block: Block, stack: list[Any]) -> Path:
        """Run a block that is reached in one way only."""

    def extend(self, path: Path) -> Path:
        """Join to `path` what belongs to its test or value, and what control reaches through it alone."""

    def step(self, path: Path) -> bool:
        """Join the next thing to `path`; say whether there was one."""

    def sequence(
        self, block: Block, stack: list[Any], context: Context, entered: bool = False
    ) -> list[ast.stmt]:
        """Write what happens from `block` on until control leaves, or reaches `context.follow`."""

    def spill(self, stack: list[Any]) -> tuple[list[ast.stmt], list[Any]]:
        """Put values that wait on the stack into variables; give the assignments and the new stack."""

    def chain_of(self, block: Block) -> tuple[int, ...]:
        """List the handlers around a block."""


def slots(stack: list[Any]) -> int:
    """Count the values surrounding statements keep on the stack."""
    return sum(1 for value in stack if isinstance(value, Slot) and value.kind != "subject")
