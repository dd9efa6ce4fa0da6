"""Numbers that a statement wrote itself and now takes from a name: the line that gives the name another number."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from numscope.analysis.concepts.constants import Constants
from numscope.analysis.diff.program_change import SourceChange
from numscope.analysis.diff.statements import Statement
from numscope.trace import Trace


def number_behind(change: SourceChange, first: Trace, second: Trace) -> SourceChange:
    """Return the change of the number behind a name, if that is how the statement changed, else `change`."""
    if change.first is None or change.second is None:
        return change
    text = second.sources.text(change.second.file) or ""
    before = Constants(first.sources.text(change.first.file) or "")
    after = Constants(text)
    for one, other in _pairs(_node(before.tree, change.first), _node(after.tree, change.second)):
        old, new = before.behind(one), after.behind(other)
        if old is not None and new is not None and old.value != new.value:
            line = second.sources.line(change.second.file, new.line)
            there = new.line != other.lineno
            return replace(change, line=new.line, text=(change.text[0], line.strip())) if there else change
    return change


def _node(tree: ast.Module, statement: Statement) -> ast.AST | None:
    return next(
        (node for node in ast.walk(tree) if isinstance(node, ast.stmt) and node.lineno == statement.line),
        None,
    )


def _pairs(one: object, other: object) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield the parts of two statements that stand at the same place, one of them a number and the other a name."""
    if isinstance(one, list) and isinstance(other, list):
        for a, b in zip(one, other, strict=True) if len(one) == len(other) else ():
            yield from _pairs(a, b)
    elif isinstance(one, ast.expr) and isinstance(other, ast.expr) and type(one) is not type(other):
        yield one, other
    elif isinstance(one, ast.AST) and isinstance(other, ast.AST) and type(one) is type(other):
        for (_, a), (_, b) in zip(ast.iter_fields(one), ast.iter_fields(other), strict=False):
            yield from _pairs(a, b)
