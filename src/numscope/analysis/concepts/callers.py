"""Which function a line stands in, and which calls of it there are, by the text."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.analysis.concepts.syntax import last_name

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
Function = ast.FunctionDef | ast.AsyncFunctionDef
# Methods that run where an object is called; `forward` of torch's layers, `call` of Keras'.
CALLED_BY_INSTANCES = ("__call__", "forward", "call")


def function_around(tree: ast.Module, line: int) -> Function | None:
    """Return the innermost function that has a line in its body."""
    around = [
        node
        for node in ast.walk(tree)
        if isinstance(node, FUNCTIONS) and node.lineno < line <= (node.end_lineno or node.lineno)
    ]
    return max(around, key=lambda node: node.lineno, default=None)


def statement_at(tree: ast.Module, line: int) -> ast.stmt | None:
    """Return the innermost statement that has a line."""
    found = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or node.lineno)
    ]
    return max(found, key=lambda node: node.lineno, default=None)


def parameters(function: Function) -> list[str]:
    """Return the names of a function's parameters, in their order."""
    arguments = function.args
    return [one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]


def owner_of(tree: ast.Module, function: Function) -> ast.ClassDef | None:
    """Return the class that a function is a method of."""
    classes = (one for one in ast.walk(tree) if isinstance(one, ast.ClassDef))
    return next((one for one in classes if function in one.body), None)


def calls_of(tree: ast.Module, function: Function) -> Iterator[ast.Call]:
    """Yield the calls of a function; of a constructor those of its class."""
    owner = owner_of(tree, function)
    name = owner.name if owner is not None and function.name == "__init__" else function.name
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and last_name(node.func) == name:
            yield node


def only_call(tree: ast.Module, function: Function) -> ast.Call | None:
    """Return the call of a function if all calls stand at one line."""
    calls = list(calls_of(tree, function))
    return calls[0] if len({call.lineno for call in calls}) == 1 else None
