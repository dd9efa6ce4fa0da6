"""Choices in a `finally` written as expressions: of its copies, some keep the values that such a choice tests."""

from __future__ import annotations

import ast

from numscope.compiled.decompile.connectives import both, either

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def expressed(statements: list[ast.stmt], in_finally: bool = False) -> list[ast.stmt]:
    """Write every `if` in a `finally` that decides between expressions alone as one expression, in place."""
    for place, statement in enumerate(statements):
        value = _value(statement) if in_finally else None
        if value is not None:
            statements[place] = ast.Expr(value)
        elif not isinstance(statement, _SCOPES):
            for part in (statement, *getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
                for name in ("body", "orelse", "finalbody"):
                    expressed(getattr(part, name, None) or [], in_finally or name == "finalbody")
    return statements


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
