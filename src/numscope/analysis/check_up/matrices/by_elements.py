"""Matrices taken to a power or into `exp` element by element, and then used as matrices.

The rows of chances of a Markov chain add up to 1, and so do those of each power of it; the rows of its rates add up
to 0, and those of the matrix exponential to 1 (J. R. Norris, "Markov Chains", 1997, chapters 1 and 2).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import MOST_CALLS, Call, Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import AS_A_MATRIX
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operation

KIND = "meaning"
_POWERS = ("power", "square", "multiply", "float_power")
_PRODUCTS = ("matmul", "dot", "einsum", "vecmat", "matvec", "mv", "mm")
_LARGEST = 500
_SQUARE = f"kind = 'array' and len(shape) = 2 and shape[1] = shape[2] and shape[1] between 2 and {_LARGEST}"


def by_elements(evidence: Evidence) -> Iterator[Finding]:
    """Yield powers and exponentials of chances and rates element by element that stand in a matrix product."""
    found: set[int] = set()
    products = None
    for call, operation in _of_squares(evidence):
        said = None if call.id in found else _wrong(operation)
        if said is None:
            continue
        if products is None:
            products = {one.hash for _, product in in_order(evidence, _PRODUCTS) for one in product.inputs}
        if operation.outputs[0].hash in products:
            found.add(call.id)
            problem = f"`{last_name(operation)}` goes element by element: {said}"
            yield finding_of(KIND, call, operation.id, 1, problem, AS_A_MATRIX)


def _of_squares(evidence: Evidence) -> Iterator[tuple[Call, Operation]]:
    """Yield powers, products and exponentials of square matrices, the first of each line."""
    for call, ids in evidence.with_operand(evidence.named(*_POWERS, "exp"), _SQUARE):
        for operation in evidence.fetch(ids[:MOST_CALLS]):
            yield call, operation


def _wrong(operation: Operation) -> str | None:
    arrays = [one for one in operation.inputs if one.is_array() and one.shape]
    square = [one for one in arrays if len(one.shape or ()) == 2 and one.shape[0] == one.shape[1]]  # type: ignore[index]
    if not square or len(arrays) != len(square) or len({one.hash for one in square}) != 1:
        return None
    matrix = numbers_of(square[0])
    made = numbers_of(operation.outputs[0]) if operation.outputs else None
    if matrix is None or made is None or made.shape != matrix.shape or not 2 <= len(matrix) <= _LARGEST:
        return None
    if matrix.dtype.kind != "f" or not np.isfinite(made).all():
        return None
    return _of_rates(matrix, made) if last_name(operation) == "exp" else _of_chances(matrix, made)


def _of_chances(matrix: Any, made: Any) -> str | None:
    sums = made.sum(axis=1)
    if (matrix < 0).any() or not np.allclose(matrix.sum(axis=1), 1) or np.allclose(sums, 1):
        return None
    return f"each row of chances adds up to 1, and of the result to {sums.min():.3g} to {sums.max():.3g}"


def _of_rates(matrix: Any, made: Any) -> str | None:
    others = matrix[~np.eye(len(matrix), dtype=bool)]
    size = np.abs(matrix).max()
    if (others < 0).any() or not others.any() or not np.allclose(matrix.sum(axis=1), 0, atol=1e-9 * size):
        return None
    sums = made.sum(axis=1)
    made_to = f"{sums.min():.3g} to {sums.max():.3g}"
    return f"each row of rates adds up to 0, and of the matrix exponential to 1; here to {made_to}"
