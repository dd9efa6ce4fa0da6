"""Missing values that a line fills in a copy: `frame[["a", "b"]].fillna(0, inplace=True)` leaves `frame` as it was."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache

from numscope.analysis.concepts.program import program_of
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
    program = program_of(trace, site)
    fills = [(program.site(line, site), text) for line, text in _fills_of_copies(program.tree)]
    found = [
        (made, text)
        for made, text in fills
        if trace.ask(_RAN, [*made.place, operation.process, operation.id]).num_rows
    ]
    if len(found) != 1:
        return None
    made, text = found[0]
    said = f"fills a copy: `{text}` is a new object, and what it was taken from keeps its missing values"
    return Root(made, Cause(said, f"Assign the result to `{text}` in place of `inplace=True`."))


@lru_cache(maxsize=16)
def _fills_of_copies(tree: ast.Module) -> tuple[tuple[int, str], ...]:
    return tuple(_statements(tree))


def _statements(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the statements that fill a selection in place: its line, and the selection."""
    for node in ast.walk(tree):
        call = node.value if isinstance(node, ast.Expr) else None
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            continue
        in_place = any(one.arg == "inplace" and getattr(one.value, "value", False) for one in call.keywords)
        if in_place and call.func.attr in FILLS_IN_PLACE and isinstance(call.func.value, ast.Subscript):
            yield call.lineno, ast.unparse(call.func.value)
