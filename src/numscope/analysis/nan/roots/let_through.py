"""Choices that were to leave out what has no result, and leave out nothing: `counts >= 0` for `counts > 0`.

A border with a name, `counts >= FEWEST`, is to blame where the program sets it to 0.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

import numpy as np

from numscope.analysis.concepts.callers import statement_at
from numscope.analysis.concepts.constants import Constant, Constants
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.concepts.program import program_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root, at_line_of, left_by
from numscope.analysis.nan.roots.zero_constants import zero_constant
from numscope.analysis.nan.upstream import upstream
from numscope.operations.lore.formulas import function_name
from numscope.operations.lore.nonfinite import AT_BORDERS
from numscope.operations.lore.user_line import verb
from numscope.trace import Operand, Operation, Site, Trace

_FLAGS = {"invalid", "divide"}
_DEEPEST = 8


def let_through(trace: Trace, operation: Operation, made_inside: Iterable[Operation]) -> Root | None:
    """Return the comparison that chose all values, zeros at its border among them, of which `operation` made NaN.

    made_inside: the operations inside it that made them.
    """
    site = operation.user_site
    flags = set(operation.floating_point).union(*(one.floating_point for one in made_inside))
    if site is None or not flags & _FLAGS:
        return None
    for maker, flowed in upstream(trace, operation, Operand.is_array, _DEEPEST):
        made = maker.user_site
        better = AT_BORDERS.get(function_name(maker.name))
        if better is None or made is None or made.in_library or made.place == site.place:
            continue
        at_border = _at_zero(maker, flowed)
        if at_border is not None:
            return _root(trace, operation, made, better, *at_border)
    return None


def _root(trace: Trace, operation: Operation, made: Site, better: str, count: int, whole: int) -> Root:
    """Return the line of the comparison at `made`, which lets zeros through; that of its border if it has a name."""
    chosen = f"all {whole:,} values, and {count:,} of them {verb(count, 'is', 'are')} 0"
    border, program = _border(trace, made), program_of(trace, made)
    if border is not None and border.line != program.line(made):
        line = program.site(border.line, made)
        said = f"sets `{border.name}` to 0, so {line_of(made, line)} chooses {chosen}"
        advice = f"Set it above 0, or leave 0 out by `{better}`."
        return Root(line, Cause(f"{said}{at_line_of(operation, line, left_by(operation))}", advice))
    said = f"chooses {chosen}: `{better}` leaves {verb(count, 'it', 'these')} out"
    return Root(
        made,
        Cause(
            f"{said}{at_line_of(operation, made, left_by(operation))}",
            f"Write `{better}`, if 0 was to be left out.",
        ),
    )


def _border(trace: Trace, site: Site) -> Constant | None:
    """Return the constant of 0 with a name that the statement at a line compares with, if it is one alone."""
    program = program_of(trace, site)
    constants = Constants(program.tree)
    found = {
        constant
        for node in ast.walk(statement_at(program.tree, program.line(site)) or ast.Pass())
        if isinstance(node, ast.Compare)
        for side in (node.left, *node.comparators)
        if (constant := zero_constant(constants, side)) is not None
    }
    return found.pop() if len(found) == 1 else None


def _at_zero(comparison: Operation, mask: Operand) -> tuple[int, int] | None:
    """Return how many of how many numbers are 0 where all were chosen by comparing with 0; None if it is otherwise."""
    given = [numbers_of(one) for one in comparison.inputs if one.is_array()]
    borders = [one.literal for one in comparison.operands if one.kind in ("int", "float")]
    chosen = numbers_of(mask)
    if len(given) != 1 or given[0] is None or borders != [0] or chosen is None or not chosen.all():
        return None
    zeros = int(np.count_nonzero(given[0] == 0))
    return (zeros, given[0].size) if zeros else None
