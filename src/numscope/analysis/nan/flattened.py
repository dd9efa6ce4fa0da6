"""Data that a line made all the same, of which a later line has 0 / 0: clipped to one number, or multiplied by 0."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite, prod

from numscope.analysis.nan.arithmetic import explain
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root, at_line_of
from numscope.analysis.nan.upstream import upstream
from numscope.operations.traits import allocates
from numscope.trace import Operand, Operation, Trace

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
    for maker, flowed in upstream(trace, operation, _is_flat, _DEEPEST):
        made = maker.user_site
        if (
            made is None
            or made.in_library
            or site is None
            or made.place == site.place
            or not _is_flat(flowed)
        ):
            continue
        varied = next((one for one in maker.inputs if one.shape == flowed.shape and _varies(one)), None)
        if varied is not None and not allocates(maker.traits) and flowed.statistics is not None:
            name, size = maker.name.rpartition(".")[2].rpartition(":")[2], prod(flowed.shape or ())
            said = f"makes {flowed.statistics.minimum + 0.0:.4g} of all {size:,} values (`{name}`)"
            return Root(made, Cause(f"{said}{at_line_of(operation)}", _ADVICE))
    return None


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
