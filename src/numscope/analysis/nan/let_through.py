"""Choices that were to leave out what has no result, and leave out nothing: `counts >= 0` for `counts > 0`."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root, at_line_of
from numscope.analysis.nan.upstream import upstream
from numscope.operations.lore.formulas import function_name
from numscope.operations.lore.nonfinite import AT_BORDERS
from numscope.operations.lore.user_line import verb
from numscope.trace import Operand, Operation, Trace

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
            count, whole = at_border
            said = (
                f"chooses all {whole:,} values, and {count:,} of them {verb(count, 'is', 'are')} 0: "
                f"`{better}` leaves {verb(count, 'it', 'these')} out"
            )
            return Root(
                made,
                Cause(f"{said}{at_line_of(operation, made)}", f"Write `{better}`, if 0 was to be left out."),
            )
    return None


def _at_zero(comparison: Operation, mask: Operand) -> tuple[int, int] | None:
    """Return how many of how many numbers are 0 where all were chosen by comparing with 0; None if it is otherwise."""
    given = [numbers_of(one) for one in comparison.inputs if one.is_array()]
    borders = [one.literal for one in comparison.operands if one.kind in ("int", "float")]
    chosen = numbers_of(mask)
    if len(given) != 1 or given[0] is None or borders != [0] or chosen is None or not chosen.all():
        return None
    zeros = int(np.count_nonzero(given[0] == 0))
    return (zeros, given[0].size) if zeros else None
