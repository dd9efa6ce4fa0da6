"""Weights of a regression that are large where the errors are large: a weight is one over the variance.

With right weights the squared residuals are proportional to 1 / weight, so that their logarithms have a slope of -1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import ONE_OVER_VARIANCE
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.tables import table_of
from numscope.trace import Operation

KIND = "meaning"
_LEAST_ROWS, _LEAST_SPREAD = 30, 0.2
# The slope is above 0 by so many of its errors, and no slight one.
_ERRORS, _LEAST_SLOPE = 5.0, 0.4


def inverse_weights(evidence: Evidence) -> Iterator[Finding]:
    """Yield weighted regressions whose residuals grow with the weights."""
    found: set[int] = set()
    for call, operation in in_order(evidence, ["WLS"]):
        given = _given(operation) if call.id not in found else None
        if given is None:
            continue
        answers, columns, weights = given
        slope, error = _slope(answers, columns, weights)
        if slope < _LEAST_SLOPE or slope < _ERRORS * error:
            continue
        found.add(call.id)
        heavy = weights >= np.median(weights)
        squared = _residuals(answers, columns, weights) ** 2
        said = (
            f"takes the weights for one over the variance, and the residuals are largest where they are: their root "
            f"mean square is {np.sqrt(squared[heavy].mean()):.3g} for the larger half of the weights, "
            f"{np.sqrt(squared[~heavy].mean()):.3g} for the smaller"
        )
        yield finding_of(KIND, call, operation.id, 1, said, ONE_OVER_VARIANCE)


def _given(operation: Operation) -> tuple[Any, Any, Any] | None:
    first, second = table_of(operation, 0), table_of(operation, 1)
    weights = [
        numbers_of(one)
        for one in operation.operands
        if one.is_array()
        and one.role in ("input", "argument")
        and (one.name == "weights" or one.position == 2)
    ]
    answers = first.columns(1) if first is not None else []
    columns = second.columns() if second is not None else []
    if not answers or not columns or not weights or weights[0] is None:
        return None
    if not len(answers[0]) == len(columns[0]) == weights[0].size or weights[0].size < _LEAST_ROWS:
        return None
    table = np.column_stack([answers[0], weights[0].ravel(), *columns]).astype(float)
    if not np.isfinite(table).all() or (table[:, 1] <= 0).any() or np.log(table[:, 1]).std() < _LEAST_SPREAD:
        return None
    return table[:, 0], table[:, 2:], table[:, 1]


def _residuals(answers: Any, columns: Any, weights: Any) -> Any:
    root = np.sqrt(weights)
    solved, *_ = np.linalg.lstsq(columns * root[:, None], answers * root, rcond=None)
    return answers - columns @ solved


def _slope(answers: Any, columns: Any, weights: Any) -> tuple[float, float]:
    """Return by which power of the weights the squared residuals grow, and the error of that."""
    squared = _residuals(answers, columns, weights) ** 2
    logarithms = np.log(squared + np.finfo(float).tiny)
    away = np.log(weights) - np.log(weights).mean()
    slope = float(away @ logarithms / (away @ away))
    left = logarithms - logarithms.mean() - slope * away
    return slope, float(np.sqrt(left @ left / (len(left) - 2) / (away @ away)))
