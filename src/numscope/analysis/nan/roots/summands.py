"""Exponents that are too large for one of their summands: the line that gives this summand is to blame."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root, at_line_of
from numscope.operations.lore.formulas import function_name
from numscope.operations.lore.nonfinite import ADDS, EXPONENTIALS, SUBTRACTS
from numscope.trace import Operand, Operation, Trace

_INSIDE = "select id from operations where parent = ? order by id limit 50"
_ADVICE = (
    "Check the unit of this summand: an exponent takes the logarithm of a size, or a number that was scaled."
)
_DEEPEST = 4
# A summand is nearly all of an exponent if the others leave it as it is but for this part.
_NEARLY_ALL = 0.25


class _Summand(NamedTuple):
    """A part of an exponent, and the operation that reads it. place: where in it the largest exponent is."""

    operand: Operand
    reader: Operation
    place: int


def large_summand(trace: Trace, operation: Operation, made_inside: Iterable[Operation]) -> Root | None:
    """Return the line that gives nearly all of an exponent for which `operation` overflows; None if several do.

    made_inside: the operations inside it that made infinities.
    """
    if not _is_infinite(operation):
        return None
    inside = trace.ask(_INSIDE, [operation.id])["id"].to_pylist()
    candidates = (operation, *made_inside, *trace.operations.fetch(inside))
    exponential = next(filter(_overflows, candidates), None)
    exponent = None if exponential is None else _largest(exponential)
    called = operation.user_site or operation.site
    if exponent is None or called is None:
        return None
    summand, maker = exponent, maker_of(trace, exponent.operand, exponent.reader)
    for _ in range(_DEEPEST):
        part = None if maker is None else _nearly_all(maker, summand)
        if part is None:
            break
        summand, maker = part, maker_of(trace, part.operand, part.reader)
    site = None if maker is None else maker.user_site
    if summand is exponent or site is None or site.in_library or site.place == called.place:
        return None
    value = _value(summand)
    said = f"gives {value:.4g} of the exponent {_value(exponent):.4g}, whose exponential is too large"
    return Root(site, Cause(f"{said}{at_line_of(operation, site)}", _ADVICE))


def _overflows(operation: Operation) -> bool:
    return function_name(operation.name) in EXPONENTIALS and _is_infinite(operation)


def _is_infinite(operation: Operation) -> bool:
    return any(one.statistics is not None and one.statistics.infinities for one in operation.outputs)


def _largest(exponential: Operation) -> _Summand | None:
    values = numbers_of(exponential.inputs[0]) if exponential.inputs else None
    if values is None or not values.size or not np.isfinite(values).all():
        return None
    return _Summand(exponential.inputs[0], exponential, int(np.argmax(np.abs(values))))


def _nearly_all(maker: Operation, total: _Summand) -> _Summand | None:
    """Return the operand of a sum or a difference that is nearly all of it, where the exponent is largest."""
    if function_name(maker.name).strip("_") not in {name.strip("_") for name in ADDS | SUBTRACTS}:
        return None
    wanted, shape = abs(_value(total)), total.operand.shape or ()
    for operand in maker.inputs:
        values = numbers_of(operand)
        if values is None or values.shape != shape or not values.size:
            continue
        part = _Summand(operand, maker, total.place)
        if abs(abs(_value(part)) - wanted) <= _NEARLY_ALL * wanted:
            others = [numbers_of(one) for one in maker.inputs if one is not operand]
            if all(one is not None and np.abs(one).max(initial=0) <= _NEARLY_ALL * wanted for one in others):
                return part
    return None


def _value(summand: _Summand) -> float:
    values = numbers_of(summand.operand)
    return float("nan") if values is None else float(np.ravel(values)[summand.place])
