"""Data that a line made all the same, of which a later line has 0 / 0: clipped to one number, or multiplied by 0."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from math import isfinite, prod

from numscope.analysis.concepts.callers import statement_at
from numscope.analysis.concepts.constants import Constant, Constants
from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.concepts.program import program_of
from numscope.analysis.nan.arithmetic import explain
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root, at_line_of
from numscope.analysis.nan.upstream import upstream
from numscope.operations.lore.formulas import function_name
from numscope.operations.traits import allocates
from numscope.trace import Operand, Operation, Site, Trace

_ADVICE = "Print the bounds or factors of this line: they leave nothing of how the values differ."
_DEEPEST = 4
_LEAST = 3


def flattened(trace: Trace, operation: Operation, made_inside: Iterable[Operation]) -> Root | None:
    """Return the line that made equal numbers of unequal ones, if `operation` divided by what varies no more.

    made_inside: the operations inside it that made NaN. None if the numbers were equal from the start.
    """
    site = operation.user_site or operation.site
    source = "" if site is None else site.source
    if not any(_divides_by_zero(one, source) for one in (operation, *made_inside)):
        return None
    of_backward = operation.attributes.get("phase") == "backward"  # there it divides gradients, not data
    for maker, flowed in () if of_backward else upstream(trace, operation, _is_flat, _DEEPEST):
        made = maker.user_site
        if (
            made is None
            or made.in_library
            or site is None
            or made.place == site.place
            or not _is_flat(flowed)
        ):
            continue
        if any(one.hash == flowed.hash for one in maker.inputs):
            continue  # a column of a table that others vary beside
        varied = next((one for one in maker.inputs if one.shape == flowed.shape and _varies(one)), None)
        name, size = function_name(maker.name), prod(flowed.shape or ())
        reads = not allocates(maker.traits) and not name.endswith("_like")  # zeros_like reads a shape alone
        if varied is not None and reads and flowed.statistics is not None:
            number = flowed.statistics.minimum + 0.0
            makes = f"{number:.4g} of all {size:,} values (`{name}`)"
            written = _written(trace, made, number)
            if written is None:
                return Root(made, Cause(f"makes {makes}{at_line_of(operation, made)}", _ADVICE))
            at = program_of(trace, made).site(written.line, made)
            said = f"sets `{written.name}` to {number:.4g}, by which {line_of(made, at)} makes {makes}"
            return Root(at, Cause(f"{said}{at_line_of(operation, at)}", _ADVICE))
    return None


def _written(trace: Trace, site: Site, number: float) -> Constant | None:
    """Return the named number that the line at `site` gave all values, as a bound; None if it is written there."""
    program = program_of(trace, site)
    constants, at = Constants(program.tree), program.line(site)
    statement = statement_at(constants.tree, at)
    given = [] if statement is None else [one for one in ast.walk(statement) if isinstance(one, ast.expr)]
    found = {
        constant
        for one in given
        if isinstance(one, (ast.Name, ast.Attribute))
        if (constant := constants.behind(one)) is not None and constant.value == number and constant.name
    }
    only = found.pop() if len(found) == 1 else None
    return only if only is not None and only.line != at else None


def _divides_by_zero(operation: Operation, source: str) -> bool:
    found = explain(operation, source)
    return found is not None and found.sentence.startswith("divides ")


def _is_flat(operand: Operand) -> bool:
    known = operand.statistics
    if known is None or prod(operand.shape or ()) < _LEAST or not (operand.dtype or "").startswith("float"):
        return False
    return known.minimum == known.maximum and isfinite(known.minimum) and not known.nans


def _varies(operand: Operand) -> bool:
    known = operand.statistics
    return known is not None and known.minimum < known.maximum
