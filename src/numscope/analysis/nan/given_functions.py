"""Functions that the program gave to a library, which called them: the line that gave them is to blame."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from numscope.analysis.nan.arithmetic import explain
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root
from numscope.trace import Operation, Trace


def given_function(trace: Trace, operation: Operation, made_inside: Iterable[Operation]) -> Root | None:
    """Return the line that gave the library a function, inside of which the values of `operation` were made."""
    site = operation.user_site or operation.site
    if site is None:
        return None
    given = _given_in(trace.sources.text(site.file) or "")
    for inner in made_inside:
        name = inner.name.rpartition(".")[2]
        lines = given.get(name, frozenset())
        if len(lines) == 1 and inner.site is not None and inner.site.in_library:
            found = explain(inner, "")
            said = f"gives `{name}` to {_library(operation)}, which {found.sentence}" if found else ""
            if said:
                return Root(replace(site, line=min(lines)), Cause(said, found.advice if found else ""))
    return None


def _library(operation: Operation) -> str:
    return operation.name.partition(".")[0]


@lru_cache(maxsize=32)
def _given_in(text: str) -> dict[str, frozenset[int]]:
    """Return the functions that a program gives as arguments, by the last part of their names, with the lines."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return {}
    found: dict[str, frozenset[int]] = {}
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        for argument in _arguments(call):
            if isinstance(argument, ast.Attribute):
                found[argument.attr] = found.get(argument.attr, frozenset()) | {argument.lineno}
    return found


def _arguments(call: ast.Call) -> Iterator[ast.expr]:
    yield from call.args
    yield from (keyword.value for keyword in call.keywords)
