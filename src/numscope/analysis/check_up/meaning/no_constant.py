"""Regressions without a constant of answers that have a level: the line is forced through zero, and R² is another.

What a constant would take from the squared residuals is the test of a regression with one more column. Without a
constant R² compares with zero in place of the mean, and is close to 1 for whatever lies far from zero.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import WITH_A_CONSTANT
from numscope.analysis.concepts.tables import table_of
from numscope.trace import Operation

KIND = "meaning"
_MODELS = ("OLS", "WLS")
# A constant takes this share of the squared residuals, and is so many times its own error away from 0.
_SHARE, _ERRORS = 0.2, 6.0
_LEAST_FREE = 5
_NO_PART = 1e-6


def no_constant(evidence: Evidence) -> Iterator[Finding]:
    """Yield the regressions without a constant that leave out most of what one would explain."""
    models = [
        (call, operation, *given)
        for call, operation in in_order(evidence, _MODELS)
        if (given := _given(operation)) is not None
    ]
    # Who fits the same answers with a constant, too, compares both.
    with_one = {_answers(operation) for _, operation, _, columns in models if _has_constant(columns)}
    found: set[int] = set()
    for call, operation, answers, columns in models:
        if call.id in found or _answers(operation) in with_one:
            continue
        gain = _gain(answers, columns)
        if gain is None:
            continue
        share, errors, level = gain
        if share < _SHARE or errors < _ERRORS:
            continue
        found.add(call.id)
        said = (
            f"fits {len(answers):,} answers without a constant, as none of the {columns.shape[1]} columns is one: a "
            f"constant is {level:.4g} and takes {share:.0%} of the squared residuals, and R² without it compares with "
            "0 in place of the mean"
        )
        yield finding_of(KIND, call, operation.id, 1, said, WITH_A_CONSTANT)


def _given(operation: Operation) -> tuple[Any, Any] | None:
    """Return the answers and the columns, without rows that lack a number; None if they were not kept."""
    first, second = table_of(operation, 0), table_of(operation, 1)
    answers = first.columns(1) if first is not None else []
    columns = second.columns() if second is not None else []
    if not answers or not columns or second is None or len(answers[0]) != len(columns[0]):
        return None
    table = np.column_stack([answers[0], *columns])
    table = table[np.isfinite(table).all(axis=1)]
    if len(table) < table.shape[1] + _LEAST_FREE:
        return None
    return table[:, 0], table[:, 1:]


def _answers(operation: Operation) -> frozenset[str]:
    table = table_of(operation, 0)
    return table.hashes if table is not None else frozenset()


def _has_constant(columns: Any) -> bool:
    """Return whether the columns make up a constant: one of them is one, or all kinds of something add up to one."""
    left = _left(np.ones(len(columns)), columns)
    return bool((left**2).sum() < _NO_PART * len(columns))


def _left(values: Any, columns: Any) -> Any:
    """Return what a regression on the columns leaves of values."""
    scaled = columns / np.maximum(np.abs(columns).max(axis=0), np.finfo(float).tiny)
    solved, *_ = np.linalg.lstsq(scaled, values, rcond=None)
    return values - scaled @ solved


def _gain(answers: Any, columns: Any) -> tuple[float, float, float] | None:
    """Return which share of the squared residuals a constant takes, its distance from 0 in errors, and the constant."""
    if _has_constant(columns):
        return None
    residual, one = _left(answers, columns), _left(np.ones(len(answers)), columns)
    level = float(one @ residual / (one @ one))
    before, taken = float(residual @ residual), level**2 * float(one @ one)
    free = len(answers) - columns.shape[1] - 1
    error = np.sqrt(max(before - taken, 0.0) / free / float(one @ one))
    if not before or not np.isfinite(before):
        return None
    return taken / before, abs(level) / error if error else np.inf, level
