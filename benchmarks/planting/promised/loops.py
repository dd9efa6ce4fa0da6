"""Faults of iterations: a step that is too large."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from benchmarks.planting.promised.program import Plant, Program


def large_step(program: Program) -> Iterator[Plant]:
    """What each turn of a loop adds to its state is larger, so that the state grows without an end."""
    for loop in ast.walk(program.tree):
        if not isinstance(loop, (ast.For, ast.While)):
            continue
        for statement in ast.walk(loop):
            for added in _added(statement):
                if program.of(added).get("is") in ("array", "number", "tensor"):
                    for times in (5, 50):
                        yield Plant(added, f"{times} * ({program.source(added)})", _names(statement))


def _added(statement: ast.AST) -> Iterator[ast.expr]:
    if (
        isinstance(statement, ast.AugAssign)
        and isinstance(statement.op, (ast.Add, ast.Sub))
        and not isinstance(statement.value, ast.Constant)
    ):
        yield statement.value
    if (
        isinstance(statement, ast.Assign)
        and isinstance(statement.value, ast.BinOp)
        and isinstance(statement.value.op, (ast.Add, ast.Sub))
    ):
        target, value = statement.targets[0], statement.value
        name = target.value if isinstance(target, ast.Subscript) else target
        left = value.left.value if isinstance(value.left, ast.Subscript) else value.left
        if (
            isinstance(name, ast.Name)
            and isinstance(left, ast.Name)
            and name.id == left.id
            and not isinstance(value.right, ast.Constant)
        ):
            yield value.right


def _names(statement: ast.AST) -> tuple[str, ...]:
    target = statement.targets[0] if isinstance(statement, ast.Assign) else getattr(statement, "target", None)
    return (
        tuple(node.id for node in ast.walk(target) if isinstance(node, ast.Name))
        if target is not None
        else ()
    )
