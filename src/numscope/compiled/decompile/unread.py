"""Variables of ours that nothing reads: values that are dropped where control meets."""

from __future__ import annotations

import ast

from numscope.compiled.decompile.scopes import Scope
from numscope.compiled.decompile.temporaries import Temporaries


def without_unread(statements: list[ast.stmt], names: Temporaries) -> list[ast.stmt]:
    """Write, in place, an assignment to a variable of ours that nothing reads as its value alone."""
    scope = Scope(statements)
    unread = {name for name in scope.bound - scope.loaded - scope.captured if names.made(name)}
    if unread:
        _drop(statements, unread)
    return statements


def _drop(statements: list[ast.stmt], unread: set[str]) -> None:
    for place, statement in enumerate(statements):
        if isinstance(statement, ast.Assign):
            target = statement.targets[0]
            if len(statement.targets) == 1 and isinstance(target, ast.Name) and target.id in unread:
                statements[place] = ast.Expr(statement.value)
        elif not isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            for part in (statement, *getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
                for name in ("body", "orelse", "finalbody"):
                    _drop(getattr(part, name, None) or [], unread)
