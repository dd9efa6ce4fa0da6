"""Compiled functions that a line of the program calls, by its source: where the trace does not say which it was."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from numscope.compiled.numba.explaining.source import Source

_DECORATORS = ("jit", "njit", "cfunc", "vectorize", "guvectorize")


@dataclass(frozen=True)
class CalledFunction:
    """A function that the line calls: its name, its first line, and by what it is compiled."""

    name: str
    file: str
    line: int
    decorator: str


def called_functions(file: str, line: int) -> Iterator[CalledFunction]:
    """Find the functions at the top of `file`, compiled by a decorator, that `line` of it calls or hands to a call."""
    source = Source.of(file)
    compiled = dict(_compiled(source, file))
    names: dict[str, None] = {}
    for call in source.nodes(ast.Call, line):
        for part in (call.func, *call.args, *(keyword.value for keyword in call.keywords)):
            names |= dict.fromkeys(_meant(source, part))
    yield from (compiled[name] for name in names if name in compiled)


def _meant(source: Source, expression: ast.expr) -> Iterator[str]:
    """Return the names in an expression, and in what the file assigns to them: `f = PROTOTYPE(callback.address)`."""
    assigned: dict[str, list[str]] = {}
    for statement in source.walk(ast.Assign):
        for target in statement.targets:
            if isinstance(target, ast.Name):
                assigned.setdefault(target.id, []).extend(_names(statement.value))
    for name in _names(expression):
        yield from (name, *assigned.get(name, ()))


def _names(expression: ast.expr) -> list[str]:
    return [node.id for node in ast.walk(expression) if isinstance(node, ast.Name)]


def _compiled(source: Source, file: str) -> Iterator[tuple[str, CalledFunction]]:
    for node in source.walk(ast.FunctionDef):
        for decorator in node.decorator_list:
            function = decorator.func if isinstance(decorator, ast.Call) else decorator
            name = ast.unparse(function).rpartition(".")[2]
            if name in _DECORATORS:
                first = min(node.lineno, *(d.lineno for d in node.decorator_list))
                yield node.name, CalledFunction(node.name, file, first, name)
