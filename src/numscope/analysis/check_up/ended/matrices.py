"""Matrices that a method can't take: singular ones, those that are not square, not positive definite."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.ended.ending import Ending, Given, Reason

_LARGEST = 1000
# A negative eigenvalue this small beside the largest is what rounding leaves of 0.
_ROUNDED = 1e-6


def reasons(ending: Ending) -> Iterator[Reason | None]:
    """Yield what is wrong with the matrix."""
    if not ending.kind.endswith("LinAlgError") or not ending.arrays:
        return
    first = ending.arrays[0]
    if "square" in ending.text and first.shape[-1:] != first.shape[-2:-1]:
        yield Reason(
            f"{first.name} has the shape {first.shape}, which is not square",
            "for an overdetermined system take `np.linalg.lstsq`, for an inverse `np.linalg.pinv`",
        )
        return
    matrix = first.numbers
    if matrix is None or matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        return
    if not 0 < len(matrix) <= _LARGEST:
        return
    if not np.isfinite(matrix).all():
        yield Reason(
            f"{first.name} holds NaN or infinities", "see `numscope nan` for the line that made them"
        )
        return
    yield _singular(first, matrix)
    if "positive definite" in ending.text:
        yield _not_positive(first, matrix)


def _singular(given: Given, matrix: Any) -> Reason | None:
    rank = int(np.linalg.matrix_rank(matrix))
    if rank == len(matrix):
        return None
    return Reason(
        f"{given.name} is singular: its rank is {rank} of {len(matrix)}{_dependent(matrix)}",
        "leave out what repeats, or take a method that allows it: `np.linalg.lstsq`, `np.linalg.pinv`",
    )


def _dependent(matrix: Any) -> str:
    """Return the first rows or columns that make a matrix singular by themselves: they are zero, equal, multiples."""
    for noun, lines in (("row", matrix), ("column", matrix.T)):
        zero = np.flatnonzero(~lines.any(axis=1))
        if zero.size:
            return f": {noun} {zero[0]} is zero"
        _, first, number = np.unique(lines, axis=0, return_index=True, return_inverse=True)
        again = np.flatnonzero(first[number.ravel()] != np.arange(len(lines)))
        if again.size:
            return f": {noun}s {first[number.ravel()[again[0]]]} and {again[0]} are equal"
    pivots = np.abs(matrix).argmax(axis=1)
    scaled = matrix / matrix[np.arange(len(matrix)), pivots][:, None]
    _, first, number = np.unique(scaled.round(12), axis=0, return_index=True, return_inverse=True)
    again = np.flatnonzero(first[number.ravel()] != np.arange(len(matrix)))
    if again.size:
        return f": row {again[0]} is a multiple of row {first[number.ravel()[again[0]]]}"
    return ""


def _not_positive(given: Given, matrix: Any) -> Reason:
    asymmetry = float(np.abs(matrix - matrix.T.conj()).max())
    largest = float(np.abs(matrix).max())
    if asymmetry > _ROUNDED * largest:
        return Reason(
            f"{given.name} is not symmetric: elements across the diagonal differ by up to {asymmetry:.3g}",
            "look how it is made; rounding is taken away by `(a + a.T) / 2`",
        )
    values = np.linalg.eigvalsh(matrix)
    lowest, highest = float(values[0]), float(values[-1])
    problem = f"the smallest eigenvalue of {given.name} is {lowest:.3g}, the largest {highest:.3g}"
    if lowest > -_ROUNDED * highest:
        return Reason(
            f"{problem}: 0 but for rounding",
            f"add a little to the diagonal: `{given.code} + {_ROUNDED * 1e-3 * highest:.0e} * np.eye({len(matrix)})`",
        )
    return Reason(problem, "no covariance or Gram matrix has a negative one: look how it is made")
