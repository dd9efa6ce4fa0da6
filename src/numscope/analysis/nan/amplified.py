"""Overflows of numbers that were huge already: the line that made them so is to blame, not the one that overflows.

In a training that explodes, the exponential of the first step is at fault. Its results go through losses, gradients and
weights, and overflow in a layer of the next step.
"""

from __future__ import annotations

import numpy as np

from numscope.analysis.concepts.kept_values import value_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root
from numscope.operations.lore.formulas import short_name
from numscope.rules.dtypes import dtype_called, limit_of
from numscope.trace import Operand, Operation, Trace

_ADVICE = "Bound what goes into it (clip, clamp), or scale it."
# A number above the cube root of its type's range is huge: 7e12 in float32, 6e102 in float64.
_HUGE = 1 / 3
# No sum or product of matrices of usual sizes makes this of its inputs at once.
_FACTOR = 1e6
# What goes back over more operations takes over a second to follow.
_MOST = 120


def amplified(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that first made huge numbers of others, which then overflowed in `operation`; None: none did.

    The largest input is followed back to what made it, and its largest input in turn.
    """
    largest = _largest(operation)
    if largest is None or not _is_huge(largest):
        return None
    found, reader = None, operation
    for _ in range(_MOST):
        maker = maker_of(trace, largest, reader)
        before = None if maker is None else _largest(maker)
        if maker is None or before is None:
            break
        if _size(largest) >= _FACTOR * max(_size(before), 1.0):
            found = maker, before, largest
        reader, largest = maker, before
    if found is None or _in_one_call(operation, found[0]):
        return None
    return _root(*found)


def _in_one_call(operation: Operation, maker: Operation) -> bool:
    """Return whether both ran inside one call into a library: its own steps say nothing to who asked for it."""
    places = [one.user_site.place for one in (operation, maker) if one.user_site is not None]
    return len(set(places)) == 1 and not maker.user_visible and not operation.user_visible


def _root(maker: Operation, before: Operand, after: Operand) -> Root | None:
    site = maker.user_site or maker.site
    if site is None or site.in_library:
        return None
    name = short_name(maker.name)
    said = f"`{name}` makes {_size(after):.3g} of numbers up to {_size(before):.3g}, which later overflow"
    return Root(site, Cause(said, _ADVICE))


def _largest(operation: Operation) -> Operand | None:
    """Return the floating-point input with the number furthest from zero."""
    known = [operand for operand in operation.inputs if _size(operand) > 0]
    return max(known, key=_size, default=None)


def _size(operand: Operand) -> float:
    """Return how far its finite elements reach from zero; 0 for what is not floating-point or has no statistics."""
    if operand.statistics is not None:
        if not _is_float(operand):
            return 0.0
        sizes = abs(operand.statistics.minimum), abs(operand.statistics.maximum)
        return float(np.nan_to_num(max(sizes)))
    value = value_of(operand) if operand.kind in ("scalar", "float") else None
    return abs(value) if isinstance(value, float) and np.isfinite(value) else 0.0


def _is_float(operand: Operand) -> bool:
    dtype = dtype_called(operand.dtype)
    return dtype is not None and dtype.kind == "f"


def _is_huge(operand: Operand) -> bool:
    limit = limit_of(dtype_called(operand.dtype)) or float(np.finfo(np.float64).max)
    return bool(_size(operand) > limit**_HUGE)
