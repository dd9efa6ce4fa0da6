"""Numbers beyond the data: `label == group` where `group` counts one too far, a class or a limit that none reaches.

Nothing is chosen by such a comparison. The loop that counts beyond the data is to blame, or the line of the number.
"""

from __future__ import annotations

import ast
from math import prod

from numscope.analysis.concepts.callers import statement_at
from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.concepts.number_flow import came_from
from numscope.analysis.concepts.program import program_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root
from numscope.analysis.nan.roots.emptied import emptier_of
from numscope.operations.lore.formulas import function_name
from numscope.operations.lore.nonfinite import EQUALS, ORDERS
from numscope.trace import Operation, Trace

_ADVICE = "Look which values there are (`unique`), and count or compare with these."


def absent_number(trace: Trace, operation: Operation) -> Root | None:
    """Return the line of the number that none of the data equals, if `operation` computes with nothing for that.

    None if the comparison itself writes the number, or if a loop counts it and it lies among the data: there the data
    have a gap.
    """
    emptier, called = emptier_of(trace, operation), operation.user_site or operation.site
    mask = None if emptier is None else next((one for one in emptier.inputs if one.dtype == "bool"), None)
    compared = None if emptier is None or mask is None else maker_of(trace, mask, emptier)
    site = None if compared is None else compared.user_site or compared.site
    name = "" if compared is None else function_name(compared.name)
    if compared is None or site is None or called is None or name not in EQUALS | ORDERS:
        return None
    data = next((one for one in compared.inputs if one.is_array() and one.shape), None)
    number = next((one.literal for one in compared.operands if one.kind in ("int", "float")), None)
    if data is None or data.statistics is None or not isinstance(number, (int, float)):
        return None
    low, high = data.statistics.minimum, data.statistics.maximum
    if name in ORDERS and low <= number <= high:
        return None
    program = program_of(trace, site)
    tree, at = program.tree, program.line(site)
    lines = {
        line for line in (_line_of(tree, one, low <= number <= high) for one in _sides(tree, at)) if line
    }
    if len(lines) != 1 or at in lines:
        return None
    size = prod(data.shape or ())
    values = f"the {size:,} values go from {low:g} to {high:g}"
    if name in EQUALS:
        values = f"none of the {size:,} values is {number:g}: they go from {low:g} to {high:g}"
    made = program.site(lines.pop(), site)
    what = "looks for" if name in EQUALS else "compares with"
    said = f"gives {number:g}, which {line_of(site, made)} {what}; {values}"
    return Root(
        made,
        Cause(f"{said}; {line_of(called, made)} computes with nothing", _ADVICE),
    )


def _sides(tree: ast.Module, line: int) -> list[ast.expr]:
    """Return what the statement at a line compares."""
    found = [
        node for node in ast.walk(statement_at(tree, line) or ast.Pass()) if isinstance(node, ast.Compare)
    ]
    return [side for one in found for side in (one.left, *one.comparators)]


def _line_of(tree: ast.Module, side: ast.expr, is_between: bool) -> int | None:
    """Return the line of the loop that counts a side, or of the number that a name stands for; None: of neither."""
    source = came_from(tree, side)[-1]
    if isinstance(source, ast.Constant):
        number = isinstance(source.value, (int, float)) and not isinstance(source.value, bool)
        return source.lineno if number else None
    counts = not isinstance(source, ast.expr) and isinstance(source.iter, ast.Call)
    return source.iter.lineno if counts and not is_between else None  # type: ignore[union-attr]
