"""Choices written as expressions where only those keep the value they test.

Of the copies of a `finally`, some do. And a constant that is tested was a value before: the test of an `if` has
none left.
"""

from __future__ import annotations

import ast

from numscope.compiled.decompile.connectives import both, either
from numscope.compiled.decompile.constants import is_constant

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def expressed(statements: list[ast.stmt], in_finally: bool = False) -> list[ast.stmt]:
    """Write an `if` in a `finally`, or that tests a constant, as one expression if it chooses between some."""
    for place, statement in enumerate(statements):
        value = _value(statement) if in_finally or _tests_constant(statement) else None
        if value is not None:
            statements[place] = ast.Expr(value)
        elif not isinstance(statement, _SCOPES):
            for part in (statement, *getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
                for name in ("body", "orelse", "finalbody"):
                    expressed(getattr(part, name, None) or [], in_finally or name == "finalbody")
    return statements


def _tests_constant(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.If) and any(
        is_constant(way)
        for choice in ast.walk(statement.test)
        if isinstance(choice, ast.IfExp)
        for way in (choice.body, choice.orelse)
    )


def _value(statement: ast.stmt) -> ast.expr | None:
    if isinstance(statement, ast.Expr):
        return statement.value
    if not isinstance(statement, ast.If) or len(statement.body) != 1 or len(statement.orelse) > 1:
        return None
    body = _value(statement.body[0])
    orelse = _value(statement.orelse[0]) if statement.orelse else None
    if body is None or (statement.orelse and orelse is None):
        return None
    if orelse is not None:
        return ast.IfExp(statement.test, body, orelse)
    test = statement.test
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return either(test.operand, body)
    return both(test, body)
