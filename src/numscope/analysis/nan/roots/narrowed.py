"""Arrays that a line cast to half precision, and of which a later line adds up more than that type holds.

The whole array was there in the wider type, so the cast is to blame, and not the sum. An array that was put together of
parts in half precision never was: there the sum has to ask for a wider type.
"""

from __future__ import annotations

from math import prod

import numpy as np

from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root
from numscope.operations.lore.formulas import function_name
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation, Trace

_NARROW = "float16"
_DEEPEST = 6
_HANDS_ON = Trait.VIEW | Trait.READS_PART
_NO_SUM = Trait.VIEW | Trait.READS_PART | Trait.ELEMENTWISE | Trait.CONTRACTS
_ADVICE = "Keep the wider type here, or ask for one where it is added up (`dtype=` of the sum)."


def narrowed(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that cast an array to half precision, if `operation` adds up finite numbers of it to infinity."""
    site = operation.user_site or operation.site
    summed = _summed(operation)
    cast = None if summed is None else _cast(trace, operation, summed)
    made = None if cast is None else cast.user_site
    if site is None or cast is None or made is None or made.in_library or made.place == site.place:
        return None
    known = next(one.statistics for one in cast.outputs if one.dtype == _NARROW)
    if known is None:
        return None
    largest = max(abs(known.minimum), abs(known.maximum))
    wide = next(one.dtype for one in cast.inputs if one.is_array())
    said = (
        f"casts {wide} to {_NARROW}, whose largest number is {np.finfo(_NARROW).max:.0f}: the numbers reach "
        f"{largest:,.5g}, and `{function_name(operation.name)}` in {line_of(site, made)} adds up more than that"
    )
    return Root(made, Cause(said, _ADVICE))


def _summed(operation: Operation) -> Operand | None:
    """Return the finite numbers in half precision of which an operation makes fewer, infinities among them."""
    arrays = [one for one in operation.inputs if one.is_array() and one.dtype == _NARROW]
    if len(arrays) != 1 or operation.traits & _NO_SUM:
        return None
    given, before = arrays[0], arrays[0].statistics
    after = [one for one in operation.outputs if one.statistics is not None and one.statistics.infinities]
    fewer = any(prod(one.shape or ()) < prod(given.shape or ()) for one in after)
    return given if before is not None and not before.nonfinite and fewer else None


def _cast(trace: Trace, operation: Operation, part: Operand) -> Operation | None:
    """Return the operation that cast numbers of a wider type to these, or to what these are a part of."""
    reader = operation
    for _ in range(_DEEPEST):
        maker = maker_of(trace, part, reader)
        if maker is None:
            return None
        arrays = [one for one in maker.inputs if one.is_array()]
        if not arrays:
            return None
        if arrays[0].dtype != _NARROW:
            return maker if len(arrays) == 1 and _is_cast(arrays[0], part) else None
        if not maker.traits & _HANDS_ON and arrays[0].hash != part.hash:
            return None
        reader, part = maker, arrays[0]
    return None


def _is_cast(before: Operand, after: Operand) -> bool:
    """Return whether each number is the same as before, but for rounding."""
    wide, narrow = numbers_of(before), numbers_of(after)
    if wide is None or narrow is None or wide.shape != narrow.shape:
        return False
    with np.errstate(over="ignore"):
        return bool(np.array_equal(wide.astype(_NARROW), narrow))
