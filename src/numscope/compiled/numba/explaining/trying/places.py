"""Where a change goes: the failing statement and its function, the call that failed, and how NumPy is called there."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import FunctionType

from numscope.compiled.numba.explaining.case import Case
from numscope.compiled.numba.explaining.edits import Edit
from numscope.compiled.numba.explaining.source import Source, definition_of, first_line
from numscope.compiled.numba.explaining.trying.rebuilding import LAMBDA, lambdas_of

_SIMPLE = (
    ast.Assign,
    ast.AugAssign,
    ast.AnnAssign,
    ast.Expr,
    ast.Return,
    ast.If,
    ast.For,
    ast.While,
    ast.With,
)


def definition(case: Case, line: int | None) -> ast.FunctionDef | None:
    """Return the innermost definition around a line, else that of the failing function; None: it is a lambda."""
    function = case.failure.function
    if case.failure.name == LAMBDA:
        return None
    around = [
        n for n in case.source.walk(ast.FunctionDef) if line and first_line(n) <= line <= (n.end_lineno or 0)
    ]
    if around:
        return max(around, key=lambda node: node.lineno)
    try:
        return definition_of(case.source.tree, function) if isinstance(function, FunctionType) else None
    except LookupError:
        return None


def statement(case: Case, line: int | None) -> ast.stmt | None:
    """Return the innermost statement inside a function on a line."""
    inside = definition(case, line)
    if inside is None or line is None:
        return None
    found = [
        node
        for node in ast.walk(inside)
        if isinstance(node, _SIMPLE) and node.lineno <= line <= (node.end_lineno or line)
    ]
    return max(found, key=lambda node: (node.lineno, -(node.end_lineno or 0)), default=None)


def expressions(case: Case, line: int | None) -> Iterator[ast.expr]:
    """Yield the expressions of the failing statement that stand on its head, not those of a block below it."""
    function = case.failure.function
    if case.failure.name == LAMBDA and isinstance(function, FunctionType):
        body = next((one.body for one in lambdas_of(case.source.tree, function)), None)
        yield from (node for node in ast.walk(body) if isinstance(node, ast.expr)) if body else ()
        return
    found = statement(case, line)
    if found is None:
        return
    for field in ast.iter_child_nodes(found):
        if isinstance(field, ast.expr):
            yield from (node for node in ast.walk(field) if isinstance(node, ast.expr))


def call_of(case: Case) -> tuple[Source, ast.Call] | None:
    """Return the call that failed, in its file."""
    if case.failure.call_site is None:
        return None
    file, line = case.failure.call_site
    source = Source.of(file)
    around = [call for call in source.walk(ast.Call) if call.lineno <= line <= (call.end_lineno or line)]
    named = [call for call in around if source.text(call.func).rpartition(".")[2] == case.failure.name]
    found = named or [call for call in around if len(call.args) == len(case.failure.arguments)]
    return (source, found[0]) if len(found) == 1 else None


def module_name(source: Source, module: str, usual: str) -> tuple[str, tuple[Edit, ...]]:
    """Return what a module is called in a file, and the import to add where it has none."""
    # An import inside of a function is not seen by the others.
    for node in source.tree.body:
        for alias in node.names if isinstance(node, ast.Import) else ():
            if alias.name == module:
                return alias.asname or alias.name, ()
    at = source.first_code_line()
    text = f"import {module}" if module == usual else f"import {module} as {usual}"
    return usual, (Edit(at, at - 1, (text,)),)


def replaced(source: Source, node: ast.AST, text: str) -> Edit:
    """Return the edit that puts `text` where `node` stands."""
    return Edit(*source.replaced(node, text))
