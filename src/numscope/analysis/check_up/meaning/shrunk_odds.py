"""Odds ratios of a logistic regression whose penalty has shrunk the coefficients: those are no estimates any more.

A penalty weighs coefficients, so it shrinks that of a column of small numbers most: of a dose in grams more than of the
same in milligrams. For predictions that is meant; who takes `exp` of a coefficient reads it as what the data say.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import WITHOUT_A_PENALTY
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.syntax import last_name
from numscope.analysis.concepts.tables import table_of
from numscope.analysis.concepts.value_sources import value_sources
from numscope.trace import Operation

KIND = "meaning"
_MODEL = "LogisticRegression"
_SAYS_HOW = ("penalty", "C", "l1_ratio", "class_weight")
_MOST_COLUMNS, _LEAST_ROWS = 20, 10  # rows of each column
_TURNS, _EXACT = 50, 1e-8
# Without a penalty a coefficient is so many times as large, and so many of its errors away from what was fitted.
_LARGER, _ERRORS = 2.0, 4.0


def shrunk_odds(evidence: Evidence) -> Iterator[Finding]:
    """Yield the models with the penalty of their kind by default of which a shrunk coefficient becomes a ratio."""
    made = in_order(evidence, [_MODEL])
    fits = in_order(evidence, ["fit"], lambda call: f".{_MODEL}." in call.full_name) if made else []
    found: set[int] = set()
    for call, fit in fits:
        model = next((one for one in reversed(made) if one[1].id < fit.id), None)
        if model is None or model[0].id in found or any(one.name in _SAYS_HOW for one in model[1].operands):
            continue
        said = _problem(fit) if _reads_ratios(evidence, (model[0], call)) else None
        if said is not None:
            found.add(model[0].id)
            yield finding_of(KIND, model[0], fit.id, 1, said, WITHOUT_A_PENALTY)


def _reads_ratios(evidence: Evidence, calls: tuple[Call, Call]) -> bool:
    """Return whether the program takes `exp` of the coefficients alone: with the constant it is a prediction.

    calls: those that made the model and fitted it.
    """
    program = evidence.program(calls[0])
    lines = [program.line_of(call.file, call.line) for call in calls]
    flow = value_sources(program.tree)
    for node in ast.walk(program.tree):
        if isinstance(node, ast.Call) and last_name(node.func) == "exp" and node.args:
            behind = list(flow.behind(node.args[0]))
            names = {one.attr for one in behind if isinstance(one, ast.Attribute)}
            if "coef_" in names and "intercept_" not in names and any(_is_at(one, lines) for one in behind):
                return True
    return False


def _is_at(node: ast.expr, lines: list[int]) -> bool:
    return isinstance(node, ast.Call) and any(
        node.lineno <= line <= (node.end_lineno or node.lineno) for line in lines
    )


def _problem(fit: Operation) -> str | None:
    given, answers = table_of(fit, 1), table_of(fit, 2)
    columns = given.columns(_MOST_COLUMNS + 1) if given is not None else []
    told = answers.columns(1) if answers is not None else []
    fitted = next((numbers_of(one) for one in fit.outputs if one.name == "coef_"), None)
    if not told or fitted is None or fitted.shape != (1, len(columns)) or len(columns) > _MOST_COLUMNS:
        return None
    kinds = np.unique(told[0])
    if len(kinds) != 2 or len(told[0]) < _LEAST_ROWS * len(columns):
        return None
    free = _without_penalty(np.column_stack(columns), told[0] == kinds[1])
    if free is None:
        return None
    best, errors = free
    shrunk = (np.abs(best) > _LARGER * np.abs(fitted[0])) & (np.abs(best - fitted[0]) > _ERRORS * errors)
    if not shrunk.any():
        return None
    at = int(np.argmax(shrunk * np.abs(best - fitted[0]) / errors))
    return (
        f"its penalty, as it is by default, shrinks coefficient {at} to {fitted[0][at]:.4g}, read as the logarithm of "
        f"a ratio: without it these {len(told[0]):,} rows give {best[at]:.4g}, with an error of {errors[at]:.2g}"
    )


def _without_penalty(columns: Any, answers: Any) -> tuple[Any, Any] | None:
    """Return the coefficients of most likelihood and their errors; None if there are none: kinds that are parted."""
    spread = columns.std(axis=0)
    if not np.isfinite(columns).all() or (spread == 0).any():
        return None
    table = np.column_stack([np.ones(len(columns)), (columns - columns.mean(axis=0)) / spread])
    weights = np.zeros(table.shape[1])
    for _ in range(_TURNS):
        chance = 1 / (1 + np.exp(-np.clip(table @ weights, -500, 500)))
        curved = (table * (chance * (1 - chance))[:, None]).T @ table
        if np.linalg.cond(curved) > 1 / _EXACT:
            return None
        step = np.linalg.solve(curved, table.T @ (answers - chance))
        weights = weights + step
        if np.abs(step).max() < _EXACT:
            return weights[1:] / spread, np.sqrt(np.diag(np.linalg.inv(curved)))[1:] / spread
    return None
