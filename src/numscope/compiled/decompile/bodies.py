"""What compiled bodies have that their source has not: returns of classes and modules, names the compiler stores."""

from __future__ import annotations

import ast
from typing import Any

from numscope.compiled.decompile.statements import leaves, returns_none, without_last

_BOOKKEEPING = (
    "__module__", "__qualname__", "__firstlineno__", "__static_attributes__", "__classcell__", "__classdictcell__",
    "__type_params__", "__classdict__",
)  # fmt: skip
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def without_returns(statements: list[ast.stmt]) -> list[ast.stmt]:
    """Take the returns out of the body of a class or module: what a return passes over goes into the other branch."""
    out: list[ast.stmt] = []
    statements = without_last(statements, ast.Return)
    for number, statement in enumerate(statements):
        if isinstance(statement, ast.Return):
            return out
        if isinstance(statement, ast.If) and _returns(statement):
            rest = statements[number + 1 :]
            body, orelse = (
                without_returns(way if leaves(way) else [*way, *rest])
                for way in (statement.body, statement.orelse)
            )
            return [*out, ast.If(statement.test, body or [ast.Pass()], orelse)]
        out.append(statement)
    return out


def left_by_breaks(statements: list[ast.stmt]) -> list[ast.stmt]:
    """Write returns that are left in a class's body as breaks of a loop around it, which is run once."""
    if not any(map(_returns, statements)):
        return statements
    return [ast.While(ast.Constant(True), [*map(_broken, statements), ast.Break()], [])]


def _broken(node: Any) -> Any:
    """Copy a statement with breaks for its returns; what is in a loop or a definition stays."""
    if isinstance(node, ast.Return):
        return ast.Break()
    if isinstance(node, (*_SCOPES, ast.For, ast.AsyncFor, ast.While, ast.expr)) or not hasattr(
        node, "_fields"
    ):
        return node
    parts = {name: getattr(node, name, None) for name in node._fields}
    for name, part in parts.items():
        if isinstance(part, list):
            parts[name] = [_broken(one) for one in part]
    return ast.copy_location(type(node)(**parts), node)


def _returns(statement: ast.stmt) -> bool:
    """Say whether a return stands in the statement, definitions left out."""
    if isinstance(statement, _SCOPES):
        return False
    if isinstance(statement, ast.Return):
        return True
    return any(_returns(child) for child in ast.iter_child_nodes(statement) if isinstance(child, ast.stmt))


def without_bookkeeping(statements: list[ast.stmt]) -> list[ast.stmt]:
    """Take out the stores that the compiler adds to a class's body, at each of its ends."""
    kept = [one for one in statements if not _is_bookkeeping(one)]
    for statement in kept:
        if isinstance(statement, _SCOPES):
            continue
        for part in (statement, *getattr(statement, "handlers", ())):
            for name in ("body", "orelse", "finalbody"):
                inner = getattr(part, name, None)
                if inner:
                    empty: list[ast.stmt] = [] if name == "orelse" else [ast.Pass()]
                    setattr(part, name, without_bookkeeping(inner) or empty)
    return kept


def _is_bookkeeping(statement: ast.stmt) -> bool:
    if not isinstance(statement, ast.Assign):
        return False
    names = [target.id for target in statement.targets if isinstance(target, ast.Name)]
    if not names or names[-1] not in _BOOKKEEPING:
        return False
    if names[-1] == "__module__":
        return isinstance(statement.value, ast.Name) and statement.value.id == "__name__"
    return True


def documented(statements: list[ast.stmt]) -> list[ast.stmt]:
    """Write a first `__doc__ = "..."` as the docstring it was."""
    first = statements[0] if statements else None
    if (
        isinstance(first, ast.Assign)
        and isinstance(first.targets[0], ast.Name)
        and first.targets[0].id == "__doc__"
        and isinstance(first.value, ast.Constant)
        and isinstance(first.value.value, str)
    ):
        return [ast.Expr(first.value), *statements[1:]]
    return statements


def leave_without_value(statements: list[ast.stmt]) -> None:
    """Write `return None` as `return`, in place: an asynchronous generator may not return a value."""
    waiting: list[ast.AST] = [*statements]
    while waiting:
        node = waiting.pop()
        if isinstance(node, (*_SCOPES, ast.expr)):
            continue
        if isinstance(node, ast.Return) and returns_none(node):
            node.value = None
        waiting.extend(ast.iter_child_nodes(node))
