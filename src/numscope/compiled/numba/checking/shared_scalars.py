"""Variables that turns of a prange hand on to each other, or to what follows the loop: Numba gives each thread its own.

Only sums, products, minimum and maximum come together after the loop (Numba's manual, "Explicit Parallel Loops").
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from numscope.compiled.numba.checking.shared_writes import SharedWrite, parallel_loops

_REDUCED_BY = ("min", "max")
_ONLY = "only sums, products, min and max are carried over"


def shared_scalars(function: Any) -> Iterator[SharedWrite]:
    """Return the variables that leave a turn of an outermost prange of `function`, with the line that assigns them."""
    definition, loops = parallel_loops(function)
    if definition is None:
        return
    for loop in loops:
        turn = ast.unparse(loop.target)
        inside = _uses(loop.body)
        after = _uses([*_following(definition, loop)])
        for name, first in _first_uses(inside).items():
            store = next((use for use in inside if use.name == name and use.stores and not use.reduces), None)
            if store is None or name == turn:
                continue
            if first.loads and not first.reduces:
                why = (
                    f"a turn of the prange over `{turn}` reads `{name}`, which another turn assigns; {_ONLY}"
                )
                yield SharedWrite(store.line, why, False)
            elif name in (uses := _first_uses(after)) and uses[name].loads:
                why = f"turns of the prange over `{turn}` assign `{name}`, which is read after the loop; {_ONLY}"
                yield SharedWrite(store.line, why, False)


@dataclass(frozen=True)
class _Use:
    """A name that is read or assigned, in the order of a run without branches; reduces: both, as Numba supports it."""

    name: str
    line: int
    loads: bool = False
    stores: bool = False
    reduces: bool = False


def _first_uses(uses: Sequence[_Use]) -> dict[str, _Use]:
    first: dict[str, _Use] = {}
    for use in uses:
        first.setdefault(use.name, use)
    return first


def _following(definition: ast.FunctionDef, loop: ast.For) -> Iterator[ast.stmt]:
    """The statements behind a loop in the lists of statements around it."""
    for node in ast.walk(definition):
        for _, value in ast.iter_fields(node):
            if isinstance(value, list) and any(_holds(statement, loop) for statement in value):
                place = next(i for i, statement in enumerate(value) if _holds(statement, loop))
                yield from value[place + 1 :]


def _holds(statement: Any, loop: ast.For) -> bool:
    return isinstance(statement, ast.stmt) and any(node is loop for node in ast.walk(statement))


def _uses(statements: Sequence[ast.stmt]) -> list[_Use]:
    collector = _Collector()
    for statement in statements:
        collector.visit(statement)
    return collector.uses


class _Collector(ast.NodeVisitor):
    """Collects uses of names, what is read before what is assigned."""

    def __init__(self) -> None:
        self.uses: list[_Use] = []

    def visit_Name(self, node: ast.Name) -> None:
        stores = isinstance(node.ctx, ast.Store)
        self.uses.append(_Use(node.id, node.lineno, loads=not stores, stores=stores))

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.visit(node.value)
        if isinstance(node.target, ast.Name):
            self.uses.append(_Use(node.target.id, node.lineno, loads=True, stores=True, reduces=True))
        else:
            self.visit(node.target)

    def visit_Assign(self, node: ast.Assign) -> None:
        target = node.targets[0]
        if isinstance(target, ast.Name) and _is_reduction(target.id, node.value):
            self.uses.append(_Use(target.id, node.lineno, loads=True, stores=True, reduces=True))
            return
        self.visit(node.value)
        for part in node.targets:
            self.visit(part)

    def visit_For(self, node: ast.For) -> None:
        for part in (node.iter, node.target, *node.body, *node.orelse):
            self.visit(part)


def _is_reduction(name: str, value: ast.expr) -> bool:
    """Return whether `name = value` is one that Numba knows: `name + x`, `x * name`, `max(name, x)`."""
    if isinstance(value, ast.BinOp):
        sides = (ast.unparse(value.left), ast.unparse(value.right))
        return isinstance(value.op, (ast.Add, ast.Sub, ast.Mult)) and name in sides
    if isinstance(value, ast.Call):
        called = ast.unparse(value.func).rpartition(".")[2]
        return called in _REDUCED_BY and name in map(ast.unparse, value.args)
    return False
