"""Outputs that a program throws away: `_, sizes, _ = np.linalg.svd(x)` uses one of three.

Of `x, *_ = np.linalg.lstsq(a, b)` only the first counts. A name that the file never reads is as good as `_`.
"""

from __future__ import annotations

import ast

from numscope.analysis.concepts.syntax import parsed
from numscope.trace import Operation, Trace


def thrown_away(trace: Trace, operation: Operation) -> frozenset[int]:
    """Return which outputs of an operation the program never uses, by their positions."""
    site = operation.user_site
    if site is None:
        return frozenset()
    tree = parsed(trace.sources.text(site.file) or "")
    for node in ast.walk(tree):
        if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call):
            continue
        if node.lineno <= site.line <= (node.end_lineno or 0):
            outputs = len(operation.outputs)
            return frozenset(
                place for target in node.targets for place in _ignored(target, _read(tree), outputs)
            )
    return frozenset()


def _ignored(target: ast.expr, read: set[str], outputs: int) -> list[int]:
    elements = target.elts if isinstance(target, ast.Tuple) else []
    rest = outputs - len(elements) + 1
    names = [name for element in elements for name in _spread(element, rest)]
    return [place for place, name in enumerate(names) if isinstance(name, ast.Name) and name.id not in read]


def _spread(element: ast.expr, rest: int) -> list[ast.expr]:
    """Return what stands at an element's places: a starred name takes the `rest`."""
    return [element.value] * max(rest, 0) if isinstance(element, ast.Starred) else [element]


def _read(tree: ast.Module) -> set[str]:
    """Return the names that a file reads anywhere."""
    return {
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    } - {"_"}
