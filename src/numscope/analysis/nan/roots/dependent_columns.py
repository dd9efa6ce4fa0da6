"""Errors of coefficients that are NaN since the columns of the fit depend on each other: a constant and all dummies."""

from __future__ import annotations

import numpy as np

from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root, at_line_of
from numscope.analysis.nan.upstream import upstream
from numscope.operations.lore.formulas import function_name
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation, Trace

_FITS = ("fit", "fit_regularized", "fit_constrained")
_MOST_COLUMNS = 200
_ADVICE = (
    "Leave one of these columns out (`get_dummies(drop_first=True)`, or no constant): the coefficients of all of them "
    "are not determined."
)


def dependent_columns(trace: Trace, operation: Operation) -> Root | None:
    """Return the line of the fit, if the NaN of `operation` are of a fit to columns whose rank is too small."""
    if not operation.traits & Trait.STANDS:
        return None
    for maker, _ in upstream(trace, operation, lambda operand: operand.is_array()):
        site = maker.user_site
        if function_name(maker.name) not in _FITS or site is None or site.in_library:
            continue
        for given in maker.inputs:
            dependent = _dependent(given)
            if dependent:
                columns = (given.shape or (0, 0))[1]
                said = (
                    f"fits coefficients to {columns} columns of which {len(dependent)} depend on each other (columns "
                    f"{', '.join(map(str, dependent[:6]))}, counted from 0)"
                )
                return Root(site, Cause(said + at_line_of(operation, site), _ADVICE))
    return None


def _dependent(operand: Operand) -> list[int]:
    """Return the columns of a matrix that others add up to; empty if there are none."""
    shape = operand.shape or ()
    if len(shape) != 2 or not 1 < shape[1] <= min(_MOST_COLUMNS, shape[0]):
        return []
    matrix = numbers_of(operand)
    if matrix is None or matrix.dtype.kind != "f" or not np.isfinite(matrix).all():
        return []
    lengths = np.linalg.norm(matrix, axis=0)
    if not lengths.all():
        return [int(one) for one in np.flatnonzero(lengths == 0)]
    _, sizes, directions = np.linalg.svd(matrix / lengths, full_matrices=False)
    none = directions[sizes <= sizes[0] * max(shape) * np.finfo(matrix.dtype).eps]
    return [int(one) for one in np.flatnonzero((np.abs(none) > 1e-6).any(axis=0))]
