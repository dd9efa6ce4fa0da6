"""What `ufunc.at` adds to the elements of an array, and what becomes of their total."""

from __future__ import annotations

import numpy as np

from numscope.analysis.concepts.kept_values import value_of
from numscope.trace import Operation


def total_added(operation: Operation) -> float | None:
    """Return the sum of what was added; None if it is not known."""
    placed = {
        operand.position: operand for operand in operation.operands if operand.role in ("input", "argument")
    }
    where, what = placed.get(1), placed.get(2)
    if where is None or what is None:
        return None
    value = value_of(what)
    if value is None:
        return None
    if np.ndim(value) > 0:
        return float(np.sum(np.asarray(value, float)))
    if where.is_array() and where.shape is not None and where.dtype != "bool":
        return float(np.prod(where.shape, dtype=np.int64)) * float(value)
    return None


def total_change(operation: Operation) -> float | None:
    """Return by how much the total of the array that is added to has changed; None if it is not known."""
    before, after = operation.inputs[0], operation.mutated[0]
    if before.statistics is None or after.statistics is None:
        return None
    count = int(np.prod(before.shape or (), dtype=np.int64))
    return (after.statistics.mean - before.statistics.mean) * count
