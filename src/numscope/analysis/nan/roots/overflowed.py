"""Zeros that an overflow left: what is divided by an infinity is 0, and a later line has 0 / 0 of it."""

from __future__ import annotations

import numpy as np

from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root
from numscope.analysis.nan.upstream import upstream
from numscope.operations.lore.formulas import short_name
from numscope.trace import Operand, Operation, Trace

# Of an infinite number these make 0. An exponential of -inf is 0 as well, but that is how masks work.
_VANISHES = frozenset(("divide", "true_divide", "div", "__truediv__", "rsqrt", "reciprocal"))
_DEEPEST = 8
_ADVICE = "Compute this line in a wider type, or scale its input down before."


def overflow_to_zero(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that overflowed, if the zeros that `operation` fails on were divided by its infinity."""
    called = operation.user_site or operation.site
    if called is None or not any(map(_has_zeros, operation.inputs)):
        return None
    for maker, zeros in upstream(trace, operation, _has_zeros, _DEEPEST):
        infinite = _divisor(maker, zeros) if _has_zeros(zeros) else None
        overflowed = None if infinite is None else _overflowed(trace, infinite, maker)
        site = None if overflowed is None else overflowed.user_site
        if overflowed is None or site is None or site.in_library or site.place == called.place:
            continue
        [made] = [one for one in overflowed.outputs if one.statistics is not None][:1]
        count = made.statistics.infinities if made.statistics is not None else 0
        largest = (
            f", whose largest is {np.finfo(made.dtype).max:.5g}"
            if made.dtype in ("float16", "float32")
            else ""
        )
        said = (
            f"overflows {made.dtype}{largest}: `{short_name(overflowed.name)}` gives {count:,} infinities, what is "
            f"divided by them is 0, and {line_of(called, site)} makes NaN of it"
        )
        return Root(site, Cause(said, _ADVICE))
    return None


def _has_zeros(operand: Operand) -> bool:
    known = operand.statistics
    return known is not None and operand.dtype != "bool" and known.minimum <= 0 <= known.maximum


def _divisor(maker: Operation, made: Operand) -> Operand | None:
    """Return the infinite numbers by which `maker` divided finite ones, if all its results are 0 where they stand."""
    given = maker.inputs[-1] if maker.inputs else None
    if given is None or short_name(maker.name).rpartition(".")[2] not in _VANISHES:
        return None
    known = given.statistics
    if known is None or not known.infinities:
        return None
    infinite, results = numbers_of(given), numbers_of(made)
    if infinite is None or results is None or results.ndim < infinite.ndim:
        return None
    where = np.broadcast_to(np.isinf(infinite), results.shape)
    return given if where.any() and not results[where].any() else None


def _overflowed(trace: Trace, infinite: Operand, reader: Operation) -> Operation | None:
    """Return the operation that made the infinity of finite numbers."""
    for _ in range(_DEEPEST):
        maker = maker_of(trace, infinite, reader)
        if maker is None:
            return None
        known = [one for one in maker.inputs if one.statistics is not None]
        before = [one for one in known if one.statistics is not None and one.statistics.infinities]
        if not before:
            return maker if known else None
        infinite, reader = before[0], maker
    return None
