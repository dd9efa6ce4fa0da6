"""Searches over settings of which some have no score: the value that all of these share, and no other one has."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from itertools import product

import numpy as np

from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.program import program_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.own_operations import own_before
from numscope.analysis.nan.root import Root, at_line_of
from numscope.operations.lore.sklearn import LEARNS, MEAN_SCORES, SEARCHES
from numscope.trace import Operation, Trace

_MOST = 20
_ADVICE = "Leave this value out, or pass `error_score='raise'` to see what it raises."


def failed_settings(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that gives a search the value with which none of its fits has a score; None if there is none."""
    name, _, method = operation.name.rpartition(".")
    scores = next((numbers_of(one) for one in operation.outputs if one.name == MEAN_SCORES), None)
    if method != LEARNS or name.rpartition(".")[2] not in SEARCHES or scores is None:
        return None
    made = next(iter(own_before(trace, operation, frozenset((name,)), _MOST)), None)
    failed = np.isnan(scores)
    shared = None if made is None else _shared(_grid(made), failed.tolist())
    site = None if made is None else made.user_site
    if shared is None or site is None:
        return None
    setting, value = shared
    program = program_of(trace, site)
    lines = set(_lines(program.tree, setting, value))
    if len(lines) != 1:
        return None
    candidates = f"{failed.sum()} of {failed.size} candidates"
    said = f"sets `{setting}={value!r}`, with which {candidates} have no score: their fits raise"
    line = program.site(lines.pop(), site)
    return Root(line, Cause(f"{said}{at_line_of(operation, line)}", _ADVICE))


def _grid(made: Operation) -> Mapping[str, list[object]]:
    """Return the values of each setting, as the search was given them; empty if that is not known."""
    for one in made.arguments:
        text = one.literal if one.kind == "literal" and isinstance(one.literal, str) else ""
        try:
            grid = ast.literal_eval(text) if text.startswith("{") else None
        except (ValueError, SyntaxError):  # cut off, or with objects in it
            continue
        if isinstance(grid, dict) and all(isinstance(values, (list, tuple)) for values in grid.values()):
            return {str(name): list(values) for name, values in grid.items()}
    return {}


def _shared(grid: Mapping[str, list[object]], failed: list[bool]) -> tuple[str, object] | None:
    """Return the one setting and value that exactly the failed candidates have.

    A grid is gone through by the names of its settings, the last one fastest (scikit-learn's `ParameterGrid`).
    """
    names = sorted(grid)
    candidates = list(product(*(grid[name] for name in names)))
    if not names or len(candidates) != len(failed) or all(failed):
        return None
    found = [
        (name, value)
        for place, name in enumerate(names)
        for value in grid[name]
        if [one[place] is value or one[place] == value for one in candidates] == failed
    ]
    return found[0] if len(found) == 1 else None


def _lines(tree: ast.Module, setting: str, value: object) -> Iterator[int]:
    """Yield the lines at which a program gives the setting this value."""
    for node in ast.walk(tree):
        pairs = zip(node.keys, node.values, strict=True) if isinstance(node, ast.Dict) else ()
        for key, values in pairs:
            if isinstance(key, ast.Constant) and key.value == setting:
                yield from (one.lineno for one in _written(values, value))


def _written(values: ast.expr, value: object) -> Iterator[ast.expr]:
    for one in values.elts if isinstance(values, (ast.List, ast.Tuple)) else ():
        try:
            written = ast.literal_eval(one)
        except ValueError:
            continue
        if type(written) is type(value) and written == value:
            yield one
