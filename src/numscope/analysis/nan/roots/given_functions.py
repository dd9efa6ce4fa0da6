"""Functions that the program gave to a library, which called them: the line that gave them is to blame."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import lru_cache

from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.syntax import last_name
from numscope.analysis.nan.arithmetic import explain
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root
from numscope.trace import Operation, Trace


def given_function(trace: Trace, operation: Operation, made_inside: Iterable[Operation]) -> Root | None:
    """Return the line that gave the library a function, inside of which the values of `operation` were made."""
    site = operation.user_site or operation.site
    if site is None:
        return None
    program = program_of(trace, site)
    given = _given_in(program.tree)
    for inner in made_inside:
        name = inner.name.rpartition(".")[2]
        lines = given.get(name, frozenset())
        if len(lines) == 1 and inner.site is not None and inner.site.in_library:
            found = explain(inner, "")
            said = f"gives `{name}` to {_library(operation)}, which {found.sentence}" if found else ""
            if said:
                return Root(program.site(min(lines), site), Cause(said, found.advice if found else ""))
    return None


def _library(operation: Operation) -> str:
    return operation.name.partition(".")[0]


@lru_cache(maxsize=32)
def _given_in(tree: ast.Module) -> dict[str, frozenset[int]]:
    """Return what a program hands on without calling it, by the last part of the name, with the lines: `np.log`."""
    nodes = list(ast.walk(tree))
    called = {node.func for node in nodes if isinstance(node, ast.Call)}
    bases = {node.value for node in nodes if isinstance(node, (ast.Attribute, ast.Subscript))}
    imported = {
        alias.asname or alias.name
        for node in nodes
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    found: dict[str, frozenset[int]] = {}
    for node in nodes:
        if isinstance(node, (ast.Attribute, ast.Name)) and node not in called and node not in bases:
            name = last_name(node)
            if isinstance(node, ast.Attribute) or name in imported:
                found[name] = found.get(name, frozenset()) | {node.lineno}
    return found
