"""Variables of ours that nothing reads any more: values that are dropped where control meets."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.compiled.decompile.scopes import Scope
from numscope.compiled.decompile.temporaries import Temporaries

_LOOPS = (ast.While, ast.For, ast.AsyncFor)


def without_unread(statements: list[ast.stmt], names: Temporaries) -> list[ast.stmt]:
    """Write, in place, an assignment to a variable of ours that nothing reads later as its value alone.

    The bytecode drops such a value at once; a variable would keep it until the function ends.
    """
    scope = Scope(statements)
    ours = {name for name in scope.bound - scope.captured if names.made(name)}
    if ours:
        _drop(statements, ours, frozenset())
    return statements


def _drop(statements: list[ast.stmt], ours: set[str], read_later: frozenset[str]) -> None:
    """Go through statements from the last one. read_later: of the names in `ours`, what may be read behind them."""
    for place in reversed(range(len(statements))):
        statement = statements[place]
        read = _read(statement, ours)
        if isinstance(statement, ast.Assign):
            target = statement.targets[0]
            if (
                len(statement.targets) == 1
                and isinstance(target, ast.Name)
                and target.id in ours - read_later
            ):
                statements[place] = ast.Expr(statement.value)
        elif not isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            within = read_later
            if isinstance(statement, (*_LOOPS, ast.Try)) or type(statement).__name__ == "TryStar":
                # Behind a statement in it any other of its statements may run.
                within = read_later | read
            for body in _bodies(statement):
                _drop(body, ours, within)
        read_later |= read


def _bodies(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    for part in (statement, *getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        for name in ("body", "orelse", "finalbody"):
            yield getattr(part, name, None) or []


def _read(statement: ast.stmt, ours: set[str]) -> frozenset[str]:
    return frozenset(Scope([statement]).loaded & ours)
