"""NaN of the inverse of a singular matrix: rounding alone kept it from failing, and its digits mean nothing."""

from __future__ import annotations

import numpy as np

from numscope.analysis.concepts.kept_values import value_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root, at_line_of
from numscope.analysis.nan.upstream import upstream
from numscope.operations.lore.formulas import function_name
from numscope.trace import Operand, Operation, Trace

_INVERSES = ("inv", "linalg_inv", "linalg_inv_ex", "inverse")
_RUNS = "select 1 from calls where regexp_matches(name, '(^|[.:_])(inv|inv_ex|inverse)$') limit 1"
_LARGEST = 500
_ADVICE = "Leave out the rows that depend on others (look at its rank), or take the pseudo-inverse."


def singular(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that inverted a matrix without an inverse, of which `operation` made NaN; None: there is none."""
    if not trace.ask(_RUNS).num_rows:
        return None
    for maker, _ in upstream(trace, operation, lambda operand: operand.is_array()):
        site = maker.user_site or maker.site
        name = function_name(maker.name)
        if name not in _INVERSES or site is None or site.in_library or not maker.inputs:
            continue
        condition = _condition(maker.inputs[0])
        if condition is not None:
            said = f"inverts a singular matrix (condition number {condition:.2g}, its digits mean nothing)"
            return Root(site, Cause(said + at_line_of(operation, site), _ADVICE))
    return None


def _condition(matrix: Operand) -> float | None:
    """Return the condition number of a matrix that is singular but for roundings; None if it is not."""
    value = value_of(matrix)
    if not isinstance(value, np.ndarray) or value.ndim != 2 or value.dtype.kind != "f":
        return None
    if value.shape[0] != value.shape[1] or not 1 < len(value) <= _LARGEST or not np.isfinite(value).all():
        return None
    # Rows and columns of other units alone make no matrix singular.
    diagonal = np.sqrt(np.abs(np.diagonal(value)))
    scaled = value / np.outer(diagonal, diagonal) if diagonal.all() else value
    condition = float(np.linalg.cond(scaled))
    return condition if condition > 0.1 / np.finfo(value.dtype).eps else None
