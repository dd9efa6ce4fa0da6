"""Ranges in steps of a fraction that pass their end by a rounding: their last number is none that was asked for."""

from __future__ import annotations

import math

from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root, at_line_of
from numscope.analysis.nan.upstream import upstream
from numscope.operations.lore.nonfinite import RANGES, advice
from numscope.trace import Operation, Trace

# A range of whole steps has this place of its arguments for its end and its step.
_END, _STEP = 1, 2


def passed_end(trace: Trace, operation: Operation) -> Root | None:
    """Return the line of a range behind `operation` whose last number has reached the end that it was given."""
    for maker, _ in upstream(trace, operation, lambda operand: operand.is_array()):
        site = maker.user_site or maker.site
        if maker.name in RANGES and site is not None and not site.in_library:
            end, step = (_given(maker, place) for place in (_END, _STEP))
            last = _last(maker)
            if None not in (end, step, last) and _is_past(
                float(last or 0), float(end or 0), float(step or 0)
            ):
                said = f"`{maker.name.rpartition('.')[2]}` passes its end: its last number is {last!r}, the end {end!r}"
                return Root(site, Cause(f"{said}{at_line_of(operation)}", advice("range", maker.name)))
    return None


def _is_past(last: float, end: float, step: float) -> bool:
    return not step.is_integer() and math.copysign(1.0, step) * (last - end) >= 0


def _given(maker: Operation, place: int) -> float | None:
    given = [
        one.literal for one in maker.operands if one.position == place and one.role in ("input", "argument")
    ]
    return float(given[0]) if given and isinstance(given[0], (int, float)) else None


def _last(maker: Operation) -> float | None:
    values = numbers_of(maker.outputs[0]) if maker.outputs else None
    return float(values[-1]) if values is not None and values.ndim == 1 and values.size else None
