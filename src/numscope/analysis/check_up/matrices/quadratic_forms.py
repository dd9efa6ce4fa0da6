"""Matrices that are not symmetric, whose inverse is taken between one vector twice: `b.T @ solve(K, b)`.

That is the variance which kriging and Gaussian processes explain, or a squared distance: K is a covariance, and has to
be symmetric. It is not where the distances of pairs are scaled by a number of one of both points only.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import MOST_CALLS, Call, Evidence, finding_of, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import BY_BOTH_POINTS
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import place_beside
from numscope.trace import Operand, Operation

KIND = "covariance"
_SOLVERS = ("solve", "inv")
_PRODUCTS = ("multiply", "matmul", "dot", "einsum", "vdot", "inner")
# A matrix is computed of distances in so many operations.
_MOST_OPERATIONS = 16
_LARGEST, _ASYMMETRIC = 400, 1e-6


def quadratic_forms(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that scale pairs by a number of one point, where the matrix's inverse forms such a product."""
    found: set[tuple[str, int]] = set()
    wide = f"role = 'input' and len(shape) = 2 and shape[1] = shape[2] and shape[1] between 3 and {_LARGEST}"
    for call, ids in evidence.with_operand(evidence.named(*_SOLVERS), wide):
        for operation in evidence.fetch(ids[:MOST_CALLS]):
            matrix = operation.inputs[0]
            if _square(matrix) is None or _is_symmetric(matrix) or not _forms_a_square(evidence, operation):
                continue
            sided = _sided(evidence, matrix, operation.id)
            place = _made_by(evidence, sided, operation.id) if sided is not None else None
            if sided is None or place is None or (place.file, place.line) in found:
                continue
            found.add((place.file, place.line))
            where = place_beside(call.file, call.line, place.file)
            yield finding_of(KIND, place, operation.id, len(ids), _problem(matrix, where), BY_BOTH_POINTS)
            break


def _problem(matrix: Operand, where: str) -> str:
    values = numbers_of(matrix)
    row, column = np.unravel_index(np.argmax(np.abs(values - values.T)), values.shape)
    return (
        f"scales each pair by a number of one of its points, so that the matrix in {where} is no covariance: "
        f"[{row}, {column}] is {values[row, column]:.6g} and [{column}, {row}] is {values[column, row]:.6g}"
    )


def _forms_a_square(evidence: Evidence, solved: Operation) -> bool:
    """Return whether a later product takes what was solved for, or what the inverse made of it, and the result."""
    if last_name(solved) == "solve":
        return _meets(evidence, solved, solved.inputs[1:2])
    for product in evidence.readers(solved):
        others = [one for one in product.inputs if one.hash != solved.outputs[0].hash]
        same = len(others) > 1 and _is_same(others[0], others[1])
        if last_name(product) in _PRODUCTS and (same or _meets(evidence, product, others)):
            return True
    return False


def _meets(evidence: Evidence, operation: Operation, given: Any) -> bool:
    """Return whether a product takes what an operation made together with what it was given."""
    made = {one.hash for one in operation.outputs}
    return any(
        _is_same(one, other)
        for later in evidence.readers(operation)
        if last_name(later) in _PRODUCTS
        for one in later.inputs
        if one.hash not in made
        for other in given
    )


def _is_same(one: Operand, other: Operand) -> bool:
    """Return whether two hold the same, or one the other's mirror image."""
    if one.hash == other.hash:
        return True
    first, second = numbers_of(one), numbers_of(other)
    return first is not None and second is not None and first.ndim > 1 and np.array_equal(first.T, second)


def _sided(evidence: Evidence, matrix: Operand, before: int) -> Operand | None:
    """Return what makes the matrix asymmetric: beside a symmetric one, numbers that only the row or column decides."""
    for _ in range(_MOST_OPERATIONS):
        maker = evidence.maker(matrix, before)
        if maker is None:
            return None
        squares = [one for one in maker.inputs if _square(one) is not None]
        pairs = [one for one in squares if _is_symmetric(one)]
        sided = [one for one in maker.inputs if _by_point(one, matrix.shape) is not None]
        if pairs and sided:
            return sided[0] if not _are_sums(_by_point(sided[0], matrix.shape), pairs[0]) else None
        onward = [one for one in squares if one not in pairs and one not in sided]
        if not onward:
            return None
        matrix, before = onward[0], maker.id
    return None


def _square(operand: Operand) -> Any:
    """Return the numbers of a square matrix; None if it is none."""
    values = numbers_of(operand) if operand.is_array() and len(operand.shape or ()) == 2 else None
    if values is None or values.shape[0] != values.shape[1] or not 3 <= len(values) <= _LARGEST:
        return None
    return values if np.isfinite(values).all() else None


def _is_symmetric(operand: Operand) -> bool:
    values = _square(operand)
    return values is not None and bool(np.abs(values - values.T).max() <= _ASYMMETRIC * np.abs(values).max())


def _by_point(operand: Operand, shape: tuple[int, ...] | None) -> Any:
    """Return the numbers of an operand that has one for each row of a matrix of this shape, or one for each column.

    None if it has no such numbers, or one for all.
    """
    values = numbers_of(operand) if operand.is_array() and shape and len(shape) == 2 else None
    if values is None or shape is None or values.dtype.kind != "f" or not values.size or np.ptp(values) == 0:
        return None
    if values.shape in ((shape[0], 1), (1, shape[1]), (shape[1],)):
        return values.ravel()
    if values.shape != shape:
        return None
    if (np.ptp(values, axis=1) == 0).all():
        return values[:, 0]
    return values[0] if (np.ptp(values, axis=0) == 0).all() else None


def _are_sums(numbers: Any, pairs: Operand) -> bool:
    """Return whether these are the sums of a matrix: who divides by them makes probabilities of its rows."""
    sums = _square(pairs).sum(axis=0)
    return sums.shape == numbers.shape and bool(np.allclose(numbers, sums))


def _made_by(evidence: Evidence, operand: Operand, before: int) -> Call | None:
    """Return the line that made an operand."""
    maker = evidence.maker(operand, before)
    return None if maker is None else evidence.call_of(maker)
