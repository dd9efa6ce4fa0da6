"""Values that a rewritten program makes by another way: singular values in place of eigenvalues, unit by unit.

What stands on such a way has no counterpart and says nothing. An array on it that is one of the first program's but for
a factor can be compared again.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.diff.divergence import Divergence
from numscope.analysis.diff.step_names import step_of
from numscope.errors import NumscopeError
from numscope.trace import Operation, Trace
from numscope.trace.operation import AFTER

_MOST_LOOKED_AT = 60
# Two numbers are often in any proportion.
_FEWEST_ELEMENTS = 3
_SAME_RATIO = 1e-9
# Of single precision, where a constant that keeps from dividing by zero may move the last digits.
_SAME_RATIO_SINGLE = 1e-5
_DEVIATIONS = frozenset(("var", "std"))
_RUNS = "select 1 from operations where name = ? limit 1"

Array = Any


def comparable(found: Divergence, first: Trace, second: Trace) -> Operation | None:
    """Return the operation on the second run's way that makes an array of the first run's times a factor.

    In any order and with any signs. Of a factor that says by how many a deviation is divided, that deviation. None if
    the values part at an operation that the first program has, too, for that is no other way.
    """
    if first.ask(_RUNS, [second.operations[found.sides[1].origins[0]].name]).num_rows:
        return None
    before, after = (side.way[:_MOST_LOOKED_AT] for side in found.sides)
    theirs = [array for operation in first.operations.fetch(before) for array in _made(operation)]
    scaled = [(operation, _factors(operation, theirs)) for operation in second.operations.fetch(after)]
    start = set(next((factors for _, factors in scaled if factors), {}))
    multiples = [(operation, factors) for operation, factors in scaled if start & factors.keys()]
    if not multiples:
        return None
    # Two factors may be applied one after the other: the last is what is used, and views of it follow.
    last = multiples[-1][1]
    chosen = next(
        operation
        for operation, factors in multiples
        if any(abs(factors.get(place, 0.0) / factor - 1) <= _SAME_RATIO for place, factor in last.items())
    )
    ratios = {factor for _, factors in scaled for factor in factors.values()}
    deviations = (one for one in second.operations.fetch(after) if step_of(one.name) in _DEVIATIONS)
    return next((one for one in deviations if any(_of_one_fewer(one, factor) for factor in ratios)), chosen)


def _of_one_fewer(deviation: Operation, factor: float) -> bool:
    """Return whether a factor is that between dividing by n and by n - 1, of a variance or of its root."""
    lengths = [math.prod(side[0].shape or ()) for side in (deviation.inputs, deviation.outputs) if side]
    count = lengths[0] // max(1, lengths[-1]) if lengths else 0
    if count < _FEWEST_ELEMENTS:
        return False
    ratio = (count - 1) / count
    return any(abs(factor / ratio**power - 1) <= _SAME_RATIO_SINGLE for power in (-1, -0.5, 0.5, 1))


def _factors(operation: Operation, theirs: list[Array]) -> dict[int, float]:
    """Return by place the arrays of which an operation makes a multiple, and the factor."""
    made = list(_made(operation))
    return {
        place: float(mine[-1] / other[-1])
        for place, other in enumerate(theirs)
        for mine in made
        if _scaled(mine, other)
    }


def _made(operation: Operation) -> Iterator[Array]:
    """Yield the sizes of the elements of the floating-point arrays that an operation made, if they were kept."""
    for one in operation.operands:
        is_long = one.shape is not None and int(np.prod(one.shape)) >= _FEWEST_ELEMENTS
        if one.role in AFTER and one.is_array() and is_long and (one.dtype or "").startswith("float"):
            try:
                yield np.sort(np.abs(np.asarray(one.value())), axis=None)
            except (NumscopeError, TypeError):
                continue


def _scaled(mine: Array, other: Array) -> bool:
    """Return whether one array has the same elements as another times a number other than one."""
    if len(other) != len(mine) or not np.isfinite([mine[-1], other[-1]]).all():
        return False
    margin = _SAME_RATIO if mine.dtype == other.dtype == np.float64 else _SAME_RATIO_SINGLE
    mine, other = mine.astype(np.float64), other.astype(np.float64)
    if mine[-1] == mine[0] or other[-1] == 0 or abs(mine[-1] / other[-1] - 1) <= margin:
        return False
    return bool((np.abs(other / other[-1] - mine / mine[-1]) <= margin).all())
