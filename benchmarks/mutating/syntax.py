"""What the changes of a program look up in its text: statements, names, and what stands where."""

from __future__ import annotations

import ast
import importlib
import inspect
from collections.abc import Callable, Iterator
from typing import TypeVar

SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_Statement = TypeVar("_Statement", bound=ast.stmt)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def blocks(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    """Yield every list of statements."""
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            found = getattr(node, name, None)
            if isinstance(found, list) and found and isinstance(found[0], ast.stmt):
                yield found


def statements(tree: ast.AST) -> Iterator[ast.stmt]:
    """Yield every statement."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.stmt))


def lines(statement: ast.stmt) -> tuple[int, int]:
    """Return the first and the last line of a statement; of one that holds others those of its head."""
    body = getattr(statement, "body", None)
    last = statement.end_lineno or statement.lineno
    return statement.lineno, max(statement.lineno, body[0].lineno - 1) if body else last


def names(node: ast.AST, context: type[ast.expr_context]) -> set[str]:
    """Return the names that a part of a program reads (Load) or binds (Store)."""
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, context)}


def every_name(tree: ast.AST) -> set[str]:
    """Return all names that stand anywhere, those of attributes, arguments and keywords too."""
    found = set()
    for node in ast.walk(tree):
        found |= {
            value
            for field in ("id", "attr", "arg", "name", "asname")
            if isinstance(value := getattr(node, field, None), str)
        }
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            found.update(node.names)
    return found


def fresh(tree: ast.AST, wanted: str) -> str:
    """Return a name that stands nowhere yet."""
    taken, found, number = every_name(tree), wanted, 2
    while found in taken:
        found, number = f"{wanted}_{number}", number + 1
    return found


def imported(tree: ast.AST) -> set[str]:
    """Return the names that imports bind."""
    found = (node.names for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom)))
    return {alias.asname or alias.name.partition(".")[0] for aliases in found for alias in aliases}


def defined(tree: ast.AST) -> set[str]:
    """Return the names of functions and classes."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return {node.name for node in ast.walk(tree) if isinstance(node, kinds)}


def first_of_body(tree: ast.Module) -> int:
    """Return the place of the first statement that is neither the docstring nor one of the imports below it."""
    place = 1 if ast.get_docstring(tree, clean=False) is not None else 0
    while place < len(tree.body) and isinstance(tree.body[place], (ast.Import, ast.ImportFrom)):
        place += 1
    return place


def last_import(tree: ast.Module) -> int:
    """Return the place behind the last import of the module."""
    found = [place for place, one in enumerate(tree.body) if isinstance(one, (ast.Import, ast.ImportFrom))]
    return max([first_of_body(tree), *(place + 1 for place in found)])


def own_parts(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a statement's head that are computed once, when the statement runs, and in their order.

    Not of functions, comprehensions, conditions in an expression, and texts with expressions in them.
    """
    apart = (*SCOPES, *COMPREHENSIONS, ast.IfExp, ast.BoolOp, ast.JoinedStr, ast.stmt, ast.withitem)
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, apart):
            yield child
            yield from own_parts(child)


def signature(tree: ast.Module, function: ast.expr) -> list[str] | None:
    """Return the names of the arguments that a library's function takes by their place, of those that imports reach."""
    parts: list[str] = []
    while isinstance(function, ast.Attribute):
        parts, function = [function.attr, *parts], function.value
    if not isinstance(function, ast.Name):
        return None
    found = _imports(tree).get(function.id)
    try:
        value = found() if found else None
        for part in parts:
            value = getattr(value, part)
        given = list(inspect.signature(value).parameters.values()) if callable(value) else []
    except (ImportError, AttributeError, TypeError, ValueError):
        return None
    by_place = [one.name for one in given if one.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD]
    others = {inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.VAR_POSITIONAL}
    return None if others & {one.kind for one in given} else by_place


def _imports(tree: ast.Module) -> dict[str, Callable[[], object]]:
    found: dict[str, Callable[[], object]] = {}
    for node in tree.body:
        if isinstance(node, ast.Import):
            for alias in node.names:
                module = alias.name if alias.asname else alias.name.partition(".")[0]
                found[alias.asname or module] = lambda module=module: importlib.import_module(module)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                found[alias.asname or alias.name] = lambda module=node.module, name=alias.name: getattr(
                    importlib.import_module(module), name
                )
    return found


def put(statement: ast.AST, part: ast.AST, new: ast.expr) -> None:
    """Put another expression in the place of a part of a statement."""
    for node in [statement, *own_parts(statement)]:
        for name, value in ast.iter_fields(node):
            if value is part:
                setattr(node, name, new)
                return
            for place, one in enumerate(value if isinstance(value, list) else []):
                if one is part:
                    value[place] = new
                    return


def standing_for(one: ast.stmt, new: _Statement) -> _Statement:
    """Return a new statement, marked as one that says what a part of another said."""
    new.origin = getattr(one, "origin", None)
    return new
