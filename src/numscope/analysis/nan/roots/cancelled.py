"""NaN of differences that rounding alone made negative: the line that subtracts is to blame, not the root of them.

The mean of the squares less the square of the mean is such a difference: where the spread is small beside the numbers,
no digit of it is right (Chan, Golub and LeVeque, "Algorithms for computing the sample variance", 1983).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root, at_line_of
from numscope.analysis.nan.upstream import upstream
from numscope.operations.lore.formulas import function_name
from numscope.operations.lore.nonfinite import MULTIPLIES, SUBTRACTS
from numscope.trace import Operand, Operation, Trace

_ADVICE = "Subtract the mean before you square: ((x - x.mean()) ** 2). Or compute in float64."
_DEEPEST = 3
# Sums of a few thousand numbers are off by less than this many units in the last place.
_ROUNDING = 64


def cancelled(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that subtracts a square from a number nearly equal to it, of which `operation` made NaN."""
    site = operation.user_site
    if "invalid" not in operation.floating_point or site is None or not any(map(_negative, operation.inputs)):
        return None
    for maker, flowed in upstream(trace, operation, _negative, _DEEPEST):
        made = maker.user_site
        if (
            function_name(maker.name) not in SUBTRACTS
            or not _negative(flowed)
            or made is None
            or made.in_library
        ):
            continue
        pair = _nearly_equal(maker) if _subtracts_square(trace, maker) else None
        if pair is None or made.place == site.place:
            return None
        first, second, dtype = pair
        said = f"subtracts numbers that agree in all digits that {dtype} has: {first} - {second} = {first - second}"
        return Root(made, Cause(f"{said}{at_line_of(operation, made)}", _ADVICE))
    return None


def _subtracts_square(trace: Trace, operation: Operation) -> bool:
    """Return whether an operand is a product: a variance of two means, a squared distance of three products."""
    makers = [maker_of(trace, one, operation) for one in operation.inputs]
    return any(maker is not None and function_name(maker.name) in MULTIPLIES for maker in makers)


def _negative(operand: Operand) -> bool:
    if operand.statistics is not None:
        return operand.statistics.minimum < 0
    value = numbers_of(operand) if operand.kind in ("scalar", "float") else None
    return value is not None and bool(np.any(value < 0))


def _nearly_equal(operation: Operation) -> tuple[Any, Any, str] | None:
    """Return two numbers whose difference is the lowest one, and their type; None if it is more than rounding."""
    numbers = [
        numbers_of(one) for one in operation.inputs if one.is_array() or one.kind in ("scalar", "float")
    ]
    if len(numbers) != 2 or any(one is None or one.dtype.kind != "f" for one in numbers):
        return None
    first, second = np.broadcast_arrays(*numbers)
    if operation.name.endswith("__rsub__"):
        first, second = second, first
    difference = first.astype(np.float64) - second
    if not difference.size or np.isnan(difference).all():
        return None
    lowest = int(np.nanargmin(difference))
    larger, smaller = second.flat[lowest], first.flat[lowest]
    dtype = np.result_type(*numbers)
    rounding = _ROUNDING * float(np.finfo(dtype).eps) * abs(float(larger))
    if not -rounding <= float(difference.flat[lowest]) < 0:
        return None
    return smaller, larger, dtype.name
