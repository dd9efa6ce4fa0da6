"""Regressions without a constant of answers that have a level: the line is forced through zero, and R² is another.

What a constant would take from the squared residuals is the test of a regression with one more column. Without a
constant R² compares with zero in place of the mean, and is close to 1 for whatever lies far from zero.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order, last_name, operand_at
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import WITH_A_CONSTANT
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.tables import table_of
from numscope.trace import Operation

KIND = "meaning"
_MODELS, _LOGISTIC = ("OLS", "WLS"), "Logit"
# A constant takes this share of the squared residuals, and is so many times its own error away from 0.
_SHARE, _ERRORS = 0.2, 6.0
_LEAST_FREE = 5
_MAKES = ("column_stack", "vstack", "stack", "hstack")
_NO_PART = 1e-6


def no_constant(evidence: Evidence) -> Iterator[Finding]:
    """Yield the regressions without a constant that leave out most of what one would explain."""
    yield from _linear(evidence)
    yield from _logistic(evidence)


def _linear(evidence: Evidence) -> Iterator[Finding]:
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
        yield finding_of(KIND, _chosen(evidence, operation) or call, operation.id, 1, said, WITH_A_CONSTANT)


def _chosen(evidence: Evidence, operation: Operation) -> Call | None:
    """Return the line that puts the columns side by side, or takes them from a table, if one does that alone."""
    given = next((one for one in operation.inputs if one.position == 1), None)
    maker = evidence.own_maker(given, operation.id) if given is not None else None
    if maker is None or not (last_name(maker) in _MAKES or _takes_columns(maker)):
        return None
    return evidence.call_of(maker)


def _takes_columns(operation: Operation) -> bool:
    """Return whether an operation takes a list of a table's columns: `trips[["load"]]`."""
    names = operand_at(operation, 1, "key")
    is_list = names is not None and str(names.literal).startswith("[")
    return is_list and operation.name.endswith("DataFrame.__getitem__")


def _logistic(evidence: Evidence) -> Iterator[Finding]:
    """Yield logistic regressions and those of counts without a constant: their residuals do not add up to 0.

    With a constant they do. The test is the score of one: D. R. Cox and D. V. Hinkley, Theoretical Statistics (1974).
    """
    found: set[int] = set()
    for call, fit in in_order(evidence, ["fit"], _is_of_counts):
        named = {one.name: numbers_of(one) for one in (*fit.inputs, *fit.outputs) if one.is_array()}
        answers, columns, params = (named.get(name) for name in ("endog", "exog", "params"))
        if call.id in found or answers is None or columns is None or params is None or columns.ndim != 2:
            continue
        if columns.shape != (len(answers), len(params)) or _has_constant(columns):
            continue
        mean, spread = _expected(columns @ params, answers, _LOGISTIC in call.full_name)
        root = np.sqrt(spread)
        part = _left(root, columns * root[:, None])
        if abs(float((answers - mean).sum())) < _ERRORS * np.sqrt(float(part @ part)):
            continue
        found.add(call.id)
        said = (
            f"fits {len(answers):,} answers without a constant, as none of the {columns.shape[1]} columns is one: "
            f"their mean is {answers.mean():.4g}, that of the model {mean.mean():.4g}, and a constant makes them one"
        )
        yield finding_of(KIND, call, fit.id, 1, said, WITH_A_CONSTANT)


def _is_of_counts(call: Call) -> bool:
    return call.full_name.split(".")[-2:-1] in ([_LOGISTIC], ["Poisson"])


def _expected(linear: Any, answers: Any, logistic: bool) -> tuple[Any, Any]:
    """Return what a model expects of each row, and the variance of that."""
    if logistic:
        mean = 1 / (1 + np.exp(-linear))
        return mean, mean * (1 - mean)
    mean = np.exp(linear)
    return mean, mean * max(1.0, float(((answers - mean) ** 2 / mean).mean()))


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
