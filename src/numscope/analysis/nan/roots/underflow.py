"""Zeros that were none: numbers too small for their type became 0, and a later line divides by them."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root, at_line_of
from numscope.analysis.nan.roots.celsius import in_celsius
from numscope.operations.lore.formulas import function_name
from numscope.operations.lore.nonfinite import SUBTRACTS
from numscope.trace import Operand, Operation, Trace

# Their results are never 0 but for rounding.
_POSITIVE = ("exp", "exp2", "softmax", "sigmoid")
_DIVIDE = ("div", "divide", "true_divide", "truediv")
_MOST = 24
_FEWEST_ROWS = 2
_ROWS = (
    "Subtract the largest of each row: `x - x.max(axis=-1, keepdims=True)`; or take softmax from a library."
)
_ADVICE = "Compute with logarithms (logsumexp), or scale before the exponential."


def underflow(trace: Trace, operation: Operation) -> Root | None:
    """Return the line whose results are 0 for being too small, by which `operation` divides.

    None of a logarithm: what it takes may well be 0, as a share that a softmax gives. None of a backward pass: there a
    logarithm is a division.
    """
    divides = _name(operation) in _DIVIDE and operation.attributes.get("phase") != "backward"
    waiting = [(operation, one) for one in _with_zeros(operation.inputs[-1:])] if divides else []
    seen: set[int] = set()
    for reader, zeros in waiting:
        maker = maker_of(trace, zeros, reader) if len(seen) < _MOST else None
        if maker is None or maker.id in seen:
            continue
        if _name(maker) in _POSITIVE:
            return (
                in_celsius(trace, operation, maker)
                or _shifted_by_all(trace, operation, maker)
                or _root(operation, maker)
            )
        seen.add(maker.id)
        # In a table, other columns may hold zeros as well, which are none of these.
        same = [one for one in maker.inputs if one.hash == zeros.hash]
        waiting += [(maker, one) for one in same or _with_zeros(maker.inputs)]
    return None


def _root(operation: Operation, maker: Operation) -> Root | None:
    site, called = maker.user_site or maker.site, operation.user_site or operation.site
    lowest = maker.inputs[0].statistics if maker.inputs else None
    if site is None or called is None or lowest is None or site.in_library:
        return None
    if site.place == called.place:
        return None
    said = f"makes 0 of {_name(maker)} of numbers down to {lowest.minimum:.4g}: too small for"
    return Root(site, Cause(f"{said} {maker.outputs[0].dtype}{at_line_of(operation, site)}", _ADVICE))


def _shifted_by_all(trace: Trace, operation: Operation, maker: Operation) -> Root | None:
    """Return the line that subtracts the largest number of all, where each of several rows is summed up for itself.

    The largest of the row in its place leaves a 1 among the exponentials of each.
    """
    rows, called = prod(operation.inputs[-1].shape or ()), operation.user_site or operation.site
    shift = maker_of(trace, maker.inputs[0], maker) if maker.inputs else None
    if shift is None or called is None or rows < _FEWEST_ROWS or function_name(shift.name) not in SUBTRACTS:
        return None
    arrays = [one for one in shift.inputs if one.statistics is not None]
    site = shift.user_site or shift.site
    if len(arrays) != 2 or site is None or site.in_library or site.place == called.place:
        return None
    scores, largest = arrays
    size = prod(scores.shape or ())
    if prod(largest.shape or ()) != 1 or size <= rows or size % rows:
        return None
    if largest.statistics.maximum != scores.statistics.maximum:  # type: ignore[union-attr]
        return None
    reduced = maker_of(trace, largest, shift)
    taken = None if reduced is None else reduced.user_site
    site = site if taken is None or taken.in_library or taken.place == called.place else taken
    said = f"takes off the largest of all {size:,} numbers, where {rows:,} rows are summed one by one: in some all"
    return Root(site, Cause(f"{said} exponentials are 0{at_line_of(operation, site)}", _ROWS))


def _name(operation: Operation) -> str:
    return function_name(operation.name).strip("_")


def _with_zeros(operands: Iterable[Operand]) -> list[Operand]:
    return [one for one in operands if one.is_array() and one.statistics is not None and one.statistics.zeros]
