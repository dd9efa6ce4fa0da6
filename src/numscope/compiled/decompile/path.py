"""What running a block comes to."""

from __future__ import annotations

import ast
from typing import Any

from numscope.compiled.decompile.graph import Block


class Path:
    """What running a block, and all that can be joined to it, comes to.

    `kind`: "jump" to `target`; "branch" on `test` to `yes` or `no`, where `keep_yes` and `keep_no` say that the
    tested value stays on the stack; "loop" at the for loop `target`; "return" of `test`; "raise"; "reraise".
    `shared` is the block a "return" or "raise" was copied from, if ways on that are not joined yet lead there, too.
    `counts` gives how many edges of the graph each way out stands for.
    """

    __slots__ = (
        "blocks", "counts", "depth", "keep_no", "keep_yes", "kind", "no", "shared", "stack", "statements", "target",
        "test", "yes",
    )  # fmt: skip

    def __init__(self, kind: str, stack: list[Any], statements: list[ast.stmt], blocks: list[Block]) -> None:
        self.kind = kind
        self.stack = stack
        self.statements = statements
        self.blocks = blocks
        self.test: Any = None
        self.yes: Any = None
        self.no: Any = None
        self.keep_yes = False
        self.keep_no = False
        self.target: Any = None
        self.shared: Block | None = None
        self.counts: dict[Block, int] = {}
        self.depth = 0

    def become(self, other: Path) -> None:
        """Make this what another one is."""
        for name in Path.__slots__:
            setattr(self, name, getattr(other, name))

    def branch(self, test: ast.expr, yes: Block, no: Block, keep_yes: bool, keep_no: bool) -> None:
        """Make this a branch."""
        self.kind = "branch"
        self.test, self.yes, self.no = test, yes, no
        self.keep_yes, self.keep_no = keep_yes, keep_no

    def value(self, expression: ast.expr, target: Block) -> None:
        """Make this a jump that leaves one more value on the stack."""
        # Tested afterwards, it is tested once more than its operands are in a condition of the same form.
        expression.valued = True  # type: ignore[attr-defined]
        self.kind = "jump"
        self.stack = [*self.stack, expression]
        self.target = target
