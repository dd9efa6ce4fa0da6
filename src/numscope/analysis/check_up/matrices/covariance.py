"""Matrices that must be symmetric, or symmetric and positive, and are not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import MOST_CALLS, Call, Evidence, finding_of
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.matrices.one_sided import entered_at
from numscope.analysis.check_up.matrices.quadratic_forms import quadratic_forms
from numscope.analysis.check_up.remedies import MIRROR
from numscope.analysis.concepts.kept_values import value_of
from numscope.analysis.concepts.line_names import place_beside
from numscope.trace import Operation

KIND = "covariance"
# These read one triangle of their argument and take the other for its mirror image.
_ONE_TRIANGLE = ("cholesky", "eigh", "eigvalsh", "linalg_cholesky", "linalg_eigh", "linalg_eigvalsh")
_UPDATES = ("subtract", "sub", "add", "matmul", "dot", "mm", "multiply", "mul", "__setitem__")
_LARGEST = 200
_LEAST_STEPS = 5
_SYMMETRIC = 1e-9
_ASYMMETRIC = 1e-6
_NEGATIVE = 1e-9


def covariance(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that give such a matrix to what relies on it, and those where it ceases to be one."""
    yield from _given(evidence)
    yield from quadratic_forms(evidence)
    yield from _updated(evidence)


def _given(evidence: Evidence) -> Iterator[Finding]:
    for call, ids in _squares(evidence, evidence.named(*_ONE_TRIANGLE), "input", 1):
        for operation in evidence.fetch(ids[:MOST_CALLS]):
            matrix = value_of(operation.inputs[0])
            problem = _one_triangle(call, matrix) if matrix is not None else None
            if problem:
                entered = entered_at(evidence, operation.inputs[0], operation.id)
                if entered is not None:
                    where = place_beside(call.file, call.line, entered.file)
                    problem = f"enters each pair at one side of the diagonal only; {where}: {problem}"
                yield finding_of(KIND, entered or call, operation.id, len(ids), problem, MIRROR)
                break


def _one_triangle(call: Call, matrix: Any) -> str | None:
    off, size = _asymmetry(matrix)
    triangular = not np.triu(matrix, 1).any() or not np.tril(matrix, -1).any()
    if triangular or off <= _ASYMMETRIC * size:
        return None
    name = call.name.rpartition(".")[2]
    row, column = np.unravel_index(np.argmax(np.abs(matrix - matrix.conj().T)), matrix.shape)
    return (
        f"{name} reads one triangle of a matrix that is not symmetric: [{row}, {column}] is {matrix[row, column]:.6g} "
        f"and [{column}, {row}] is {matrix[column, row]:.6g}"
    )


def _updated(evidence: Evidence) -> Iterator[Finding]:
    calls = [call for call in evidence.calls.values() if call.name in _UPDATES]
    first: dict[object, Finding] = {}
    for call, ids in _squares(evidence, calls, "output", _LEAST_STEPS):
        finding = _first_broken(evidence, call, ids)
        place = call.file, call.function
        # What follows of a broken matrix is broken too.
        if finding is not None and (place not in first or finding.operation < first[place].operation):
            first[place] = finding
    yield from first.values()


def _first_broken(evidence: Evidence, call: Call, ids: list[int]) -> Finding | None:
    sample = sorted({*ids[:3], *ids[:: max(1, len(ids) // 60)], ids[-1]})
    matrices = [(one, _made(one)) for one in evidence.fetch(sample)]
    known = [(one, matrix) for one, matrix in matrices if matrix is not None]
    if len(known) < _LEAST_STEPS or not all(_is_covariance(matrix) for _, matrix in known[:3]):
        return None
    for operation, matrix in known[3:]:
        problem = _broken(matrix)
        if problem:
            step = ids.index(operation.id) + 1
            text = f"a covariance was symmetric and positive, and in step {step:,} of {len(ids):,} {problem}"
            return finding_of(KIND, call, operation.id, 1, text, _JOSEPH)
    return None


_JOSEPH = "after each update `P = (P + P.T) / 2`; in a Kalman filter use the Joseph form, `A P A.T + K R K.T`"


def _made(operation: Operation) -> Any:
    results = (*operation.outputs, *operation.mutated)
    value = value_of(results[0]) if results else None
    return (
        value
        if isinstance(value, np.ndarray) and value.ndim == 2 and value.shape[0] == value.shape[1]
        else None
    )


def _is_covariance(matrix: Any) -> bool:
    """Return whether a matrix is symmetric and positive, and no mere diagonal."""
    off, size = _asymmetry(matrix)
    correlated = np.abs(matrix - np.diag(np.diag(matrix))).max() > 1e-6 * size
    return bool(
        size > 0
        and np.isfinite(matrix).all()
        and off <= _SYMMETRIC * size
        and correlated
        and (np.diag(matrix) > 0).all()
        and np.linalg.eigvalsh(matrix).min() > -1e-12 * size
    )


def _broken(matrix: Any) -> str | None:
    if not np.isfinite(matrix).all():
        return None
    off, size = _asymmetry(matrix)
    if off > _ASYMMETRIC * size > 0:
        return f"no longer is symmetric: its triangles differ by {off:.3g}, its largest element is {size:.3g}"
    least = float(np.linalg.eigvalsh((matrix + matrix.T) / 2).min())
    if least < -_NEGATIVE * size:
        return (
            f"no longer is positive: its smallest eigenvalue is {least:.3g}, its largest element {size:.3g}"
        )
    return None


def _asymmetry(matrix: Any) -> tuple[float, float]:
    """Return the largest difference between the triangles, and the largest element."""
    matrix = np.asarray(matrix)
    if (
        not matrix.size
        or matrix.ndim != 2
        or matrix.shape[0] != matrix.shape[1]
        or matrix.dtype.kind not in "iufc"
    ):
        return 0.0, 0.0
    mirrored = matrix.conj().T.astype(np.result_type(matrix, float))
    return float(np.abs(matrix - mirrored).max()), float(np.abs(matrix).max())


def _squares(
    evidence: Evidence, calls: list[Call], role: str, least: int
) -> Iterator[tuple[Call, list[int]]]:
    """Return the calls with the ids of those operations that have a small square matrix in this role."""
    return evidence.with_operand(
        calls,
        f"""role = '{role}' and kind = 'array' and len(shape) = 2 and shape[1] = shape[2]
            and shape[1] between 2 and {_LARGEST} and regexp_matches(dtype, '^(float|complex)')""",
        least,
    )
