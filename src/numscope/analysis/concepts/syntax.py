"""A program's source as a syntax tree."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Container, Iterator
from functools import lru_cache


@lru_cache(maxsize=32)
def parsed(text: str) -> ast.Module:
    """Return the tree of a file's text; an empty module where this Python can't read it. The tree is shared."""
    return parsed_anew(text)


def parsed_anew(text: str) -> ast.Module:
    """Return the tree of a file's text, as `parsed` does, one that nobody else has."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the program's own text, as of an escape that is none
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])


def last_name(node: ast.expr) -> str:
    """Return the last part of a dotted name; empty if it is none."""
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def imported_modules(tree: ast.Module) -> set[str]:
    """Return the names by which a program knows the modules that it imports, and what it imports from these."""
    imports = (node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom)))
    return {alias.asname or alias.name for node in imports for alias in node.names}


def expressions_of(statement: ast.stmt | None) -> list[ast.expr]:
    """Return the outermost expressions of a statement; none of None."""
    children = ast.iter_child_nodes(statement) if statement is not None else ()
    return [one for one in children if isinstance(one, ast.expr)]


def blocks_within(tree: ast.AST, managers: Container[str]) -> Iterator[ast.With]:
    """Yield the `with` statements of a tree that enter what a call of one of these functions, by last name, gives."""
    for node in ast.walk(tree):
        if isinstance(node, ast.With):
            called = [one.context_expr for one in node.items if isinstance(one.context_expr, ast.Call)]
            if any(last_name(call.func) in managers for call in called):
                yield node


def defaults(arguments: ast.arguments) -> list[tuple[str, ast.expr | None]]:
    """Return the parameters that have a default, each with it; a keyword without one has None."""
    positional = [*arguments.posonlyargs, *arguments.args]
    pairs = zip(positional[::-1], arguments.defaults[::-1], strict=False)
    named = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    return [*((one.arg, default) for one, default in pairs), *((one.arg, default) for one, default in named)]
