"""Fits to no more points than parameters, which have no errors: the choice that left so few points is to blame."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from math import prod
from typing import NamedTuple

from numscope.analysis.concepts.callers import statement_at
from numscope.analysis.concepts.constants import Constant, Constants
from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.concepts.program import program_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root
from numscope.operations.lore.fitted import FITS_A_FUNCTION
from numscope.operations.lore.formulas import short_name
from numscope.trace import Operand, Operation, Trace

_ADVICE = "Keep more points than there are parameters: look how many the condition leaves."
_DEEPEST = 8
_MOST_AROUND = 4


class _Choice(NamedTuple):
    """An operation that left `left` of `points` rows. mask: how it was told which."""

    operation: Operation
    left: int
    points: int
    mask: Operand | None


def few_points(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that left a fit as many points as parameters, or of the constant by which it chose these."""
    fit = _fit_around(trace, operation)
    choice = None if fit is None else _choice(trace, fit)
    site = None if choice is None else choice.operation.user_site
    called = None if fit is None else fit.user_site
    if fit is None or choice is None or site is None or called is None or site.in_library:
        return None
    parameters = prod(fit.outputs[0].shape or ())
    if not choice.left <= parameters:
        return None
    compared = None if choice.mask is None else maker_of(trace, choice.mask, choice.operation)
    program = program_of(trace, site)
    places = [site] if compared is None or compared.user_site is None else [site, compared.user_site]
    found = {
        constant
        for place in places
        for constant in _constants(program.tree, statement_at(program.tree, program.line(place)))
    }
    constant = found.pop() if len(found) == 1 else None
    line = site if constant is None else program.site(constant.line, site)
    by = f"({short_name(choice.operation.name)})"
    if constant is not None:
        by = f"by `{constant.name}`, {constant.value:g} ({line_of(places[-1], line)})"
    said = (
        f"leaves {choice.left:,} of {choice.points:,} points {by} for {parameters} parameters; "
        f"{line_of(called, line)} finds no errors of these"
    )
    return Root(line, Cause(said, _ADVICE))


def _fit_around(trace: Trace, operation: Operation) -> Operation | None:
    """Return the fit that ran `operation`."""
    for _ in range(_MOST_AROUND):
        if operation.name == FITS_A_FUNCTION:
            return operation
        around = [] if operation.parent is None else trace.operations.fetch([operation.parent])
        if not around:
            return None
        (operation,) = around
    return None


def _choice(trace: Trace, fit: Operation) -> _Choice | None:
    """Return what chose the points of a fit among others; None if it was given all that there are."""
    points = next((one for one in fit.inputs if one.is_array() and one.shape), None)
    left, reader = 0 if points is None or not points.shape else points.shape[-1], fit
    for _ in range(_DEEPEST):
        maker = None if points is None else maker_of(trace, points, reader)
        if maker is None:
            return None
        data = [one for one in maker.inputs if one.is_array() and one.shape and one.dtype != "bool"]
        most = max((prod(one.shape or ()) for one in data), default=0)
        if most > left:
            mask = next((one for one in maker.inputs if one.is_array() and one.dtype == "bool"), None)
            return _Choice(maker, left, most, mask)
        reader, points = maker, next(iter(data), None)
    return None


def _constants(tree: ast.Module, statement: ast.stmt | None) -> Iterator[Constant]:
    """Yield the numbers with a name that a statement compares with, or at which it cuts."""
    constants = Constants(tree)
    for node in ast.walk(statement) if statement is not None else ():
        sides = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
        ends = [node.lower, node.upper, node.step] if isinstance(node, ast.Slice) else []
        for one in (*sides, *ends):
            found = None if one is None else constants.behind(one)
            if found is not None and found.name:
                yield found
