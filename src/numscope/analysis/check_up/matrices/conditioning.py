"""Matrices that are singular to working precision, and are inverted or solved with all the same.

A relative error of the data grows by up to the condition number. Source: N. J. Higham, "Accuracy and Stability of
Numerical Algorithms", chapter 7.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, first_faults
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import LEAST_SQUARES
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operation

KIND = "singular"
_SOLVERS = ("inv", "solve", "linalg_inv", "linalg_inv_ex", "linalg_solve", "inverse")
_LARGEST = 300
# Of all digits three are left, or fewer.
_UNITS = 1000


def conditioning(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that solve with a matrix whose condition number takes all digits but three."""
    found = evidence.operations(
        evidence.named(*_SOLVERS),
        f"""role = 'input' and kind = 'array' and len(shape) = 2 and shape[1] = shape[2]
            and shape[1] between 2 and {_LARGEST} and dtype in ('float64', 'float32')""",
    )
    yield from first_faults(evidence, KIND, found, _problem, LEAST_SQUARES)


def _problem(operation: Operation) -> str | None:
    given = operation.inputs[0] if operation.inputs else None
    matrix: Any = None if given is None else numbers_of(given)
    if given is None or matrix is None or matrix.ndim != 2 or matrix.dtype.kind != "f":
        return None
    if matrix.shape[0] != matrix.shape[1] or not np.isfinite(matrix).all() or not matrix.any():
        return None
    eps = float(np.finfo(matrix.dtype).eps)
    condition = float(np.linalg.cond(matrix.astype(float)))
    if condition * eps * _UNITS < 1:
        return None
    digits = max(0.0, -np.log10(condition * eps)) if np.isfinite(condition) else 0.0
    return (
        f"the {matrix.shape[0]} x {matrix.shape[1]} matrix is singular but for rounding: its condition number is "
        f"{condition:.3g}, so that of {given.dtype}'s {-np.log10(eps):.0f} digits {digits:.0f} are left"
    )
