"""Values that a rewritten program makes by another way: singular values in place of eigenvalues, unit by unit.

What stands on such a way has no counterpart and says nothing. The first array on it that is one of the first program's
but for a factor can be compared again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from numscope.analysis.diff.divergence import Divergence
from numscope.errors import NumscopeError
from numscope.trace import Operation, Trace
from numscope.trace.operation import AFTER

_MOST_LOOKED_AT = 60
# Two numbers are often in any proportion.
_FEWEST_ELEMENTS = 3
_SAME_RATIO = 1e-9
_RUNS = "select 1 from operations where name = ? limit 1"

Array = Any


def comparable(found: Divergence, first: Trace, second: Trace) -> Operation | None:
    """Return the first operation on the second run's way that makes an array of the first run's times a factor.

    In any order and with any signs. None if the values part at an operation that the first program has, too, for that
    is no other way.
    """
    start = found.sides[1].origins[0]
    if first.sql(_RUNS, [second.operations[start].name]).num_rows:
        return None
    before, after = (side.way[:_MOST_LOOKED_AT] for side in found.sides)
    theirs = [_sizes(array) for operation in first.operations.fetch(before) for array in _made(operation)]
    for operation in second.operations.fetch(after):
        if any(_scaled(_sizes(mine), theirs) for mine in _made(operation)):
            return operation
    return None


def _made(operation: Operation) -> Iterator[Array]:
    """Yield the floating-point arrays that an operation made, if they were kept."""
    for one in operation.operands:
        is_long = one.shape is not None and int(np.prod(one.shape)) >= _FEWEST_ELEMENTS
        if one.role in AFTER and one.is_array() and is_long and (one.dtype or "").startswith("float"):
            try:
                yield np.asarray(one.value(), np.float64)
            except (NumscopeError, TypeError):
                continue


def _sizes(array: Array) -> Array:
    return np.sort(np.abs(array), axis=None)


def _scaled(mine: Array, theirs: Iterable[Array]) -> bool:
    """Return whether one array has the same elements times a number other than one."""
    if not np.isfinite(mine).all() or mine[-1] == 0 or mine[-1] == mine[0]:
        return False
    shares = mine / mine[-1]
    for other in theirs:
        if len(other) == len(mine) and other[-1] > 0 and np.isfinite(other[-1]):
            ratio = mine[-1] / other[-1]
            if abs(ratio - 1) > _SAME_RATIO and (np.abs(other / other[-1] - shares) <= _SAME_RATIO).all():
                return True
    return False
