"""Two values that one line of a function made: the call that only one of them comes from, by the program's text."""

from __future__ import annotations

import ast

from numscope.analysis.concepts.callers import calls_of, function_around, statement_at
from numscope.analysis.concepts.syntax import expressions_of
from numscope.analysis.concepts.value_sources import value_sources

_DEEPEST = 8


def differing_call(tree: ast.Module, made: int, wanted: int, other: int) -> int | None:
    """Return the line of the call of the function around line `made` that only what line `wanted` reads comes from.

    Where what line `other` reads comes from the same call, it is that of the function around it, and so on. None if
    the text leaves a choice.
    """
    behind, behind_other = _calls_behind(tree, wanted), _calls_behind(tree, other)
    line = made
    for _ in range(_DEEPEST):
        function = function_around(tree, line)
        calls = [] if function is None else [one for one in calls_of(tree, function) if one in behind]
        lines = {one.lineno for one in calls if one not in behind_other} or {one.lineno for one in calls}
        if len(lines) != 1:
            return None
        (line,) = lines
        if not any(one in behind_other for one in calls if one.lineno == line):
            return line
    return None


def _calls_behind(tree: ast.Module, line: int) -> set[ast.Call]:
    """Return the calls from which the statement at a line may get what it reads."""
    flow = value_sources(tree)
    starts = expressions_of(statement_at(tree, line))
    return {one for start in starts for one in flow.behind(start) if isinstance(one, ast.Call)}
