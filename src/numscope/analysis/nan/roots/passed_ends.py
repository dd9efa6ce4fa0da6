"""Ranges in steps of a fraction that pass their end by a rounding: their last number is none that was asked for."""

from __future__ import annotations

import math

from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root, at_line_of
from numscope.analysis.nan.upstream import upstream
from numscope.operations.lore.nonfinite import RANGES, advice
from numscope.trace import Operation, Trace

# A range has its end and its step at these places of its arguments.
_END, _STEP = 1, 2
_GIVEN = ("input", "argument")


def passed_end(trace: Trace, operation: Operation) -> Root | None:
    """Return the line of a range behind `operation` whose last number has reached the end that it was given."""
    for maker, _ in upstream(trace, operation, lambda operand: operand.is_array()):
        site = maker.user_site or maker.site
        if maker.name not in RANGES or site is None or site.in_library:
            continue
        last, end, step = _last(maker), _given(maker, _END), _given(maker, _STEP)
        if not step.is_integer() and math.copysign(1.0, step) * (last - end) >= 0:
            name = maker.name.rpartition(".")[2]
            said = f"`{name}` passes its end: its last number is {last!r}, the end {end!r}"
            return Root(site, Cause(f"{said}{at_line_of(operation, site)}", advice("range", maker.name)))
    return None


def _given(maker: Operation, place: int) -> float:
    """Return a number that a range was given; NaN if it was not given there, or no number."""
    given = [one.literal for one in maker.operands if one.position == place and one.role in _GIVEN]
    return float(given[0]) if given and isinstance(given[0], (int, float)) else math.nan


def _last(maker: Operation) -> float:
    """Return the last number of a range; NaN if it was not kept."""
    values = numbers_of(maker.outputs[0]) if maker.outputs else None
    return float(values[-1]) if values is not None and values.ndim == 1 and values.size else math.nan
