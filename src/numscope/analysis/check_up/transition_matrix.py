"""Matrices that pass probability on step by step, and lose some, as one of their rows does not add up to 1."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.loop_results import LEAST_STEPS
from numscope.analysis.check_up.watched_sums import is_watched
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operation

KIND = "sum"
_PRODUCTS = ("matmul", "dot", "mv")
_LARGEST = 1000
# What rounding explains, and what it never does.
_EXACT = 1e-9
_BROKEN = 1e-4


def transition_matrix(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that multiply a probability again and again with a matrix that does not keep its sum."""
    found = evidence.with_operand(
        evidence.named(*_PRODUCTS),
        f"""role = 'input' and kind = 'array' and dtype = 'float64' and len(shape) = 2 and shape[1] = shape[2]
            and shape[1] between 3 and {_LARGEST}""",
        LEAST_STEPS,
    )
    for call, ids in found:
        first, second, last = evidence.fetch([ids[0], ids[1], ids[-1]])
        problem = _problem(first, second, last)
        if problem and not is_watched(evidence, call, ids, prod(first.outputs[0].shape or ())):
            yield finding_of(KIND, call, first.id, len(ids), problem, _FIX)


_FIX = "make each row add up to 1, `T / T.sum(axis=1, keepdims=True)`; each column, where the vector stands behind"


def _problem(first: Operation, second: Operation, last: Operation) -> str | None:
    """Return what is wrong with the matrix; None unless the second step passes on what the first one gave."""
    if len(first.inputs) != 2 or not first.outputs:
        return None
    at = [len(one.shape or ()) for one in first.inputs]
    if sorted(at) != [1, 2]:
        return None
    matrix_at = at.index(2)
    same = all(one.inputs[matrix_at].hash == first.inputs[matrix_at].hash for one in (second, last))
    if not same or second.inputs[1 - matrix_at].hash != first.outputs[0].hash:
        return None
    matrix, vector = (numbers_of(first.inputs[place]) for place in (matrix_at, 1 - matrix_at))
    after = numbers_of(last.outputs[0])
    if matrix is None or vector is None or after is None or not _is_probability(vector):
        return None
    # In `p @ T` each row says where the probability of one state goes, in `T @ p` each column.
    return _rows_off(matrix if matrix_at else matrix.T, "row" if matrix_at else "column", float(after.sum()))


def _is_probability(vector: Any) -> bool:
    return bool(np.isfinite(vector).all() and vector.min() >= 0 and abs(vector.sum() - 1) < _EXACT)


def _rows_off(matrix: Any, name: str, left: float) -> str | None:
    if not np.isfinite(matrix).all() or matrix.min() < 0:
        return None
    off = np.abs(matrix.sum(axis=1) - 1)
    whole, broken = np.flatnonzero(off < _EXACT), np.flatnonzero(off > _BROKEN)
    if not len(broken) or 2 * len(whole) < len(matrix) or abs(left - 1) < _BROKEN:
        return None
    sums = f"adds up to {matrix[broken[0]].sum():.6g}"
    others = f"{len(whole)} of {len(matrix)} {name}s add up to 1, {name} {broken[0]} {sums}"
    return f"{others}: a probability of 1 has become {left:.6g} at the last step"
