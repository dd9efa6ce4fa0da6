"""Missing values that a line fills in a copy: `frame[["a", "b"]].fillna(0, inplace=True)` leaves `frame` as it was."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from numscope.analysis.concepts.syntax import parsed
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root
from numscope.operations.lore.spreading import FILLS_IN_PLACE
from numscope.trace import Operation, Trace

_RAN = "select 1 from operations where user_file = ? and user_line = ? and process = ? and id > ? limit 1"


def lost_fill(trace: Trace, operation: Operation) -> Root | None:
    """Return the one line that filled a copy of the data after `operation` had put missing values there."""
    site = operation.user_site or operation.site
    if site is None:
        return None
    found = [
        (line, text)
        for line, text in _fills_of_copies(trace.sources.text(site.file) or "")
        if trace.ask(_RAN, [site.file, line, operation.process, operation.id]).num_rows
    ]
    if len(found) != 1:
        return None
    line, text = found[0]
    said = f"fills a copy: `{text}` is a new object, and what it was taken from keeps its missing values"
    return Root(
        replace(site, line=line), Cause(said, f"Assign the result to `{text}` in place of `inplace=True`.")
    )


@lru_cache(maxsize=16)
def _fills_of_copies(text: str) -> tuple[tuple[int, str], ...]:
    return tuple(_statements(parsed(text)))


def _statements(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the statements that fill a selection in place: its line, and the selection."""
    for node in ast.walk(tree):
        call = node.value if isinstance(node, ast.Expr) else None
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            continue
        in_place = any(one.arg == "inplace" and getattr(one.value, "value", False) for one in call.keywords)
        if in_place and call.func.attr in FILLS_IN_PLACE and isinstance(call.func.value, ast.Subscript):
            yield call.lineno, ast.unparse(call.func.value)
