"""Numbers that the program prints by their names: `print(noise)` reads a number without an operation on it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache

from numscope.analysis.concepts.syntax import parsed
from numscope.trace import Operation, Trace

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def is_printed(trace: Trace, operation: Operation) -> bool:
    """Return whether the last result of a line is one number, gets a name there, and is printed by this name."""
    site = operation.user_site or operation.site
    outputs = operation.outputs
    if site is None or len(outputs) != 1 or outputs[0].kind not in ("scalar", "float"):
        return False
    return site.line in _printed_lines(trace.sources.text(site.file) or "") and _is_last(trace, operation)


def _is_last(trace: Trace, operation: Operation) -> bool:
    site = operation.user_site or operation.site
    assert site is not None
    later = trace.ask(
        "select 1 from operations "
        "where id > ? and process = ? and user_line = ? and user_file = ? and depth = 0 limit 1",
        [operation.id, operation.process, site.line, site.file],
    )
    return not later.num_rows


@lru_cache(maxsize=16)
def _printed_lines(text: str) -> frozenset[int]:
    """Return the lines at which a name is bound that a later statement of the same scope prints as it is."""
    tree = parsed(text)
    scopes = [tree, *(node for node in ast.walk(tree) if isinstance(node, _FUNCTIONS))]
    return frozenset(line for scope in scopes for line in _printed_in(scope))


def _printed_in(scope: ast.AST) -> Iterator[int]:
    bound: dict[str, int] = {}
    for node in sorted(_own_nodes(scope), key=lambda node: node.lineno):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            bound[node.targets[0].id] = node.lineno
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
            names = (argument.id for argument in node.args if isinstance(argument, ast.Name))
            yield from (bound[name] for name in names if name in bound)


def _own_nodes(scope: ast.AST) -> Iterator[ast.Assign | ast.Call]:
    """Yield the assignments and calls of a scope, without those of functions in it."""
    for node in ast.iter_child_nodes(scope):
        if isinstance(node, (ast.Assign, ast.Call)):
            yield node
        if not isinstance(node, (*_FUNCTIONS, ast.ClassDef, ast.Lambda)):
            yield from _own_nodes(node)
