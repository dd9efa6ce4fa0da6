"""Default arguments that a function changes: `def kept(rows, found=[])` hands what one call left to the next."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.analysis.concepts.syntax import defaults, last_name, parsed
from numscope.analysis.diff.program_change import SourceChange
from numscope.trace import Operation, Trace

_MUTABLE = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp)
_CHANGES = frozenset(("append", "extend", "insert", "add", "update", "setdefault", "pop", "remove", "clear"))
_LOOPS = (ast.For, ast.While, ast.comprehension)


def shared_default(parted: Operation, first: Trace, second: Trace) -> SourceChange | None:
    """Return the head of the one function of the second program that changes a default argument of its own.

    parted: where values part. None if the first program has such a function too, or if it is called once.
    """
    site = parted.user_site or parted.site
    if site is None or any(
        list(_functions(first.sources.text(file) or "")) for file in first.sources.files()
    ):
        return None
    text = second.sources.text(site.file) or ""
    found = [one for one in _functions(text) if _is_called_again(text, one.name)]
    if len(found) != 1:
        return None
    line = found[0].lineno
    return SourceChange(None, None, site.file, line, ("", second.sources.line(site.file, line).strip()))


def _functions(text: str) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(parsed(text)):
        if isinstance(node, ast.FunctionDef):
            names = [name for name, default in defaults(node.args) if isinstance(default, _MUTABLE)]
            if any(_changes(node, name) for name in names):
                yield node


def _changes(function: ast.FunctionDef, name: str) -> bool:
    """Return whether a function changes what its parameter stands for, and never gives the name anything else."""
    nodes = list(ast.walk(function))
    extended = {id(one.target) for one in nodes if isinstance(one, ast.AugAssign)}
    stored = any(
        isinstance(one, ast.Name)
        and one.id == name
        and isinstance(one.ctx, ast.Store)
        and id(one) not in extended
        for one in nodes
    )
    return not stored and any(_is_change(one, name) for one in nodes)


def _is_change(node: ast.AST, name: str) -> bool:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr in _CHANGES and getattr(node.func.value, "id", None) == name
    if isinstance(node, ast.AugAssign):
        return getattr(node.target, "id", None) == name
    stored = isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)
    return stored and getattr(node.value, "id", None) == name  # type: ignore[attr-defined]


def _is_called_again(text: str, function: str) -> bool:
    """Return whether the text calls a function at several places, or in a loop."""
    tree = parsed(text)
    calls = [one for one in ast.walk(tree) if isinstance(one, ast.Call) and last_name(one.func) == function]
    repeated = {id(one) for loop in ast.walk(tree) if isinstance(loop, _LOOPS) for one in ast.walk(loop)}
    return len(calls) > 1 or any(id(call) in repeated for call in calls)
