"""Results of no values: the line that left none of them is to blame, not the one that computed with nothing."""

from __future__ import annotations

from math import prod

from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root
from numscope.operations.lore.formulas import short_name
from numscope.trace import Operand, Operation, Trace

_ADVICE = "Find out why nothing is left: compare the labels, or count what the condition keeps."
_DEEPEST = 16
_MOST_AROUND = 4
_EMPTY = """
    select operation from results join operations on operation = operations.id
    where operation < ? and operations.process = ? and depth <= ? and dtype = ? and shape = ?::bigint[]
    order by operation desc limit 1
    """


def emptied(trace: Trace, operation: Operation) -> Root | None:
    """Return the line at which the empty input of `operation` lost its values; None if it was so from the beginning."""
    emptier = emptier_of(trace, operation)
    site = None if emptier is None else emptier.user_site or emptier.site
    called = operation.user_site or operation.site
    if emptier is None or site is None or site.in_library or called is None:
        return None
    if site.place == called.place:
        return None
    values = max(prod(operand.shape or ()) for operand in emptier.inputs if _has_values(operand))
    name = short_name(emptier.name)
    said = f"leaves none of {values:,} values ({name}), and {line_of(called, site)} computes with nothing"
    return Root(site, Cause(said, _ADVICE))


def emptier_of(trace: Trace, operation: Operation) -> Operation | None:
    """Return the operation that was given values and left none, if `operation` computes with nothing for that."""
    found = _given_nothing(trace, operation)
    return None if found is None else _emptier(trace, *found)


def _given_nothing(trace: Trace, operation: Operation) -> tuple[Operation, Operand] | None:
    """Return the operation, or the call of a library that it ran inside of, whose first array is empty, and that."""
    for _ in range(_MOST_AROUND):
        arrays = [operand for operand in operation.inputs if operand.is_array() and operand.shape]
        if arrays and _is_empty(arrays[0]):
            return operation, arrays[0]
        around = [] if operation.parent is None else trace.operations.fetch([operation.parent])
        if not around:
            return None
        (operation,) = around
    return None


def _emptier(trace: Trace, operation: Operation, empty: Operand) -> Operation | None:
    """Return the operation that was given values and made the empty operand of none, or of what is empty already."""
    for _ in range(_DEEPEST):
        maker = _maker(trace, empty, operation)
        if maker is None:
            return None
        if any(_has_values(operand) for operand in maker.inputs):
            return maker
        inputs = [operand for operand in maker.inputs if operand.is_array() and _is_empty(operand)]
        if not inputs:
            return None
        operation, empty = maker, inputs[0]
    return None


def _maker(trace: Trace, empty: Operand, before: Operation) -> Operation | None:
    """Return what made an empty operand; of one that has no memory, the last that gave one of its shape and type."""
    if empty.hash is not None:
        return maker_of(trace, empty, before)
    found = trace.ask(_EMPTY, [before.id, before.process, before.depth, empty.dtype, list(empty.shape or ())])
    return next(iter(trace.operations.fetch(found["operation"].to_pylist())), None)


def _is_empty(operand: Operand) -> bool:
    return operand.shape is not None and 0 in operand.shape


def _has_values(operand: Operand) -> bool:
    return operand.is_array() and bool(operand.shape) and not _is_empty(operand) and operand.dtype != "bool"
