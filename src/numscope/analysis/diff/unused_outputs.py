"""Outputs that a program throws away: `_, sizes, _ = np.linalg.svd(x)` uses one of three."""

from __future__ import annotations

import ast

from numscope.analysis.concepts.syntax import parsed
from numscope.trace import Operation, Trace


def thrown_away(trace: Trace, operation: Operation) -> frozenset[int]:
    """Return which outputs of an operation the user's line gives the name `_`, by their positions."""
    site = operation.user_site
    if site is None:
        return frozenset()
    for node in ast.walk(parsed(trace.sources.text(site.file) or "")):
        is_there = isinstance(node, ast.Assign) and node.lineno <= site.line <= (node.end_lineno or 0)
        if is_there and isinstance(node.value, ast.Call):
            return frozenset(place for target in node.targets for place in _ignored(target))
    return frozenset()


def _ignored(target: ast.expr) -> list[int]:
    names = target.elts if isinstance(target, ast.Tuple) else []
    return [place for place, name in enumerate(names) if isinstance(name, ast.Name) and name.id == "_"]
