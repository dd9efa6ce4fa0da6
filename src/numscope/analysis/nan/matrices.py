"""What a symmetric matrix lacks to be positive definite, as its factorisation by Cholesky needs."""

from __future__ import annotations

import numpy as np

from numscope.analysis.concepts.kept_values import value_of
from numscope.trace import Operand

_LARGEST = 500


def not_positive_definite(matrix: Operand) -> str | None:
    """Return why a symmetric matrix has no factor by Cholesky; None if it has one, or is none whose values are kept.

    Of several matrices, as the last two dimensions of an array, the worst counts. Rounding alone moves eigenvalues by
    the largest one times the rows and the precision of a number: Golub and Van Loan, Matrix Computations, 4.2.
    """
    value = value_of(matrix)
    if not isinstance(value, np.ndarray) or value.ndim < 2 or value.dtype.kind != "f":
        return None
    rows = value.shape[-1]
    if value.shape[-2] != rows or not 1 < rows <= _LARGEST or not np.isfinite(value).all():
        return None
    if not np.allclose(value, np.swapaxes(value, -1, -2), rtol=1e-4):
        return None
    eigenvalues = np.linalg.eigvalsh(value.astype(np.float64))
    worst = np.argmin(eigenvalues[..., 0])
    smallest, largest = (float(np.ravel(eigenvalues[..., place])[worst]) for place in (0, -1))
    if smallest <= 0:
        return f"its smallest eigenvalue is {smallest:.3g}"
    if smallest > rows * np.finfo(value.dtype).eps * largest:
        return None
    return f"its smallest eigenvalue is {smallest:.3g}, which {value.dtype} can't tell from 0 beside {largest:.3g}"
