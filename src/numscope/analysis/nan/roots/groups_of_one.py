"""Groups that hold one value each, since their key is too fine: `dt.to_period("M")` for `dt.month`.

Such a value has no spread. The line that makes the key is to blame, or the one that groups by columns of the data.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from math import prod

from numscope.analysis.concepts.callers import statement_at
from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.concepts.missing import nans_of
from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.syntax import expressions_of, last_name
from numscope.analysis.concepts.value_sources import ValueSources, value_sources
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root
from numscope.operations.lore.groups import DEVIATES, GROUPS, HANDS_ON, MAKES_TABLES, PARTS_OF_COLUMNS
from numscope.trace import Operation, Trace

_FEWEST = 2
_ADVICE = "Group by what several rows share, and count the rows of each group (`.size()`)."


def groups_of_one(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that made the key of groups of which `operation` takes the spread, if each holds one value."""
    site = operation.user_site or operation.site
    if site is None or re.match(DEVIATES, operation.name) is None or not _all_lost(operation):
        return None
    program = program_of(trace, site)
    flow, at = value_sources(program.tree), program.line(site)
    starts = expressions_of(statement_at(flow.tree, at))
    grouping = next(filter(_groups, (node for one in starts for node in flow.behind(one))), None)
    if grouping is None:
        return None
    made = [line for line in (_made_at(flow, *one) for one in _keys(grouping)) if line is not None]
    line = made[0] if len(made) == 1 else grouping.lineno
    if line == at:
        return None
    said = "makes a key that no two rows share" if made else "groups by what no two rows share"
    blamed = program.site(line, site)
    return Root(
        blamed,
        Cause(f"{said}: {line_of(site, blamed)} takes the spread of groups of one value", _ADVICE),
    )


def _all_lost(operation: Operation) -> bool:
    """Return whether each number that came out is NaN, of several."""
    made = [one for one in operation.outputs if one.is_array() and (one.dtype or "").startswith("float")]
    sizes = [one.shape[0] if one.shape else 0 for one in made]
    return bool(made) and min(sizes) >= _FEWEST and all(nans_of(one) == prod(one.shape or ()) for one in made)


def _groups(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call) and last_name(node.func) == GROUPS and isinstance(node.func, ast.Attribute)
    )


def _keys(grouping: ast.expr) -> Iterator[tuple[ast.expr, str | None]]:
    """Yield what groups are made by: a table with a column's name, or an expression that gives the key itself."""
    assert isinstance(grouping, ast.Call)
    assert isinstance(grouping.func, ast.Attribute)
    named = [one.value for one in grouping.keywords if one.arg == "by"]
    for given in (*grouping.args[:1], *named):
        for one in given.elts if isinstance(given, (ast.List, ast.Tuple)) else [given]:
            if isinstance(one, ast.Constant) and isinstance(one.value, str):
                yield grouping.func.value, one.value
            else:
                yield one, None


def _made_at(flow: ValueSources, node: ast.expr, column: str | None) -> int | None:
    """Return the line that computes a key of other columns; None of a column of the data."""
    for one in flow.behind(node, () if column is None else (column,)):
        hands_on = isinstance(one, ast.Call) and (
            last_name(one.func) in HANDS_ON | MAKES_TABLES or flow.runs_own_function(one)
        )
        computes = isinstance(one, (ast.Call, ast.BinOp, ast.JoinedStr, ast.Attribute))
        if computes and not hands_on and any(map(_is_column, ast.walk(one))):
            return one.lineno
    return None


def _is_column(node: ast.AST) -> bool:
    """Return whether a node reads a column, or a part of one: `table["time"]`, `table.time.dt`."""
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str)
    return isinstance(node, ast.Attribute) and node.attr in PARTS_OF_COLUMNS
