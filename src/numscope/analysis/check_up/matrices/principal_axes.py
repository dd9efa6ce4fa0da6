"""Data taken along other directions than their principal axes: the smallest of `eigh`, the columns of `svd`'s third."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import LARGEST_FIRST, LARGEST_LAST, ROWS_OF_SVD
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.nan.producers import maker_of
from numscope.trace import Operation
from numscope.user_code import is_user_file

KIND = "meaning"
_PRODUCTS = ("matmul", "dot")
_LARGEST = 500


def principal_axes(evidence: Evidence) -> Iterator[Finding]:
    """Yield products of data with columns of a decomposition of the same data that are not its main directions."""
    least = [pair for _, one in in_order(evidence, ["eigh"]) if (pair := _decomposed(one, 1)) is not None]
    unordered = [one for _, eig in in_order(evidence, ["eig"]) if (one := _with_values(eig)) is not None]
    thirds = [pair for _, one in in_order(evidence, ["svd"]) if (pair := _decomposed(one, 2)) is not None]
    found: set[int] = set()
    for call, operation in in_order(evidence, _PRODUCTS) if least or thirds or unordered else ():
        both = [numbers_of(one) for one in operation.inputs[:2]]
        if call.id in found or len(both) < 2 or both[0] is None or both[1] is None or both[0].ndim != 2:
            continue
        data, axes = both
        if any(_is_columns(axes, vectors) and _is_of(data, matrix) for matrix, vectors in least):
            least_ones = f"{_number(axes)} directions in which they differ least"
            said = f"takes the data along the {least_ones}: `eigh` gives the smallest eigenvalues first"
            fix = LARGEST_LAST
        elif any(_is_smaller(axes, *one) and _is_of(data, one[0]) for one in unordered):
            said = (
                f"takes the data along {_number(axes)} of the directions that `eig` gives, which has them in no order: "
                "others have larger eigenvalues"
            )
            fix = LARGEST_FIRST
        elif any(_is_columns(axes, vectors) and np.array_equal(data, matrix) for matrix, vectors in thirds):
            said = f"takes the data along {_number(axes)} columns of the third result of `svd`: directions are its rows"
            fix = ROWS_OF_SVD
        else:
            continue
        found.add(call.id)
        yield finding_of(KIND, _taken(evidence, call, operation), operation.id, 1, said, fix)


def _decomposed(operation: Operation, place: int) -> tuple[Any, Any] | None:
    """Return the matrix and the vectors at `place` of the results; None where they were not kept, or are too large."""
    if not operation.inputs or len(operation.outputs) <= place:
        return None
    matrix, vectors = numbers_of(operation.inputs[0]), numbers_of(operation.outputs[place])
    if matrix is None or vectors is None or vectors.ndim != 2 or not 1 < vectors.shape[1] <= _LARGEST:
        return None
    return matrix, vectors


def _with_values(operation: Operation) -> tuple[Any, Any, Any] | None:
    """Return the matrix, its vectors and its eigenvalues, if these are real."""
    decomposed = _decomposed(operation, 1)
    values = None if decomposed is None else numbers_of(operation.outputs[0])
    return None if decomposed is None or values is None or values.dtype.kind != "f" else (*decomposed, values)


def _is_smaller(axes: Any, matrix: Any, vectors: Any, values: Any) -> bool:
    """Return whether these are the first vectors, and others have larger eigenvalues."""
    return _is_columns(axes, vectors) and bool(values[_number(axes) :].max() > values[: _number(axes)].min())


def _taken(evidence: Evidence, call: Call, operation: Operation) -> Call:
    """Return the call that took the columns, if another line of the program did."""
    maker = maker_of(evidence.trace, operation.inputs[1], operation)
    site = None if maker is None else maker.user_site
    taken = (
        maker is not None
        and last_name(maker) == "__getitem__"
        and site is not None
        and is_user_file(site.file)
    )
    return replace(call, file=site.file, line=site.line, function=site.function) if taken and site else call


def _number(axes: Any) -> int:
    return 1 if axes.ndim == 1 else int(axes.shape[1])


def _is_columns(axes: Any, vectors: Any) -> bool:
    """Return whether these are one column or the first columns, not all of them."""
    columns = axes[:, None] if axes.ndim == 1 else axes
    if columns.ndim != 2 or columns.shape[0] != vectors.shape[0] or columns.shape[1] >= vectors.shape[1]:
        return False
    return np.array_equal(columns, vectors[:, : columns.shape[1]])


def _is_of(data: Any, matrix: Any) -> bool:
    """Return whether a matrix is the covariance of the data, up to a factor."""
    squares = data.T @ data
    if squares.shape != matrix.shape or not np.trace(squares) or not np.trace(matrix):
        return False
    return bool(np.allclose(squares / np.trace(squares), matrix / np.trace(matrix), atol=1e-9))
