"""Folds for which a score is not defined: of one sample, or of rows sorted by outcome that hold one outcome only."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from math import prod

import numpy as np

from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.syntax import last_name, parsed
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.own_operations import own_before
from numscope.analysis.nan.root import Root, at_line_of
from numscope.analysis.nan.user_lines import statement_at
from numscope.operations.lore.sklearn import (
    FOLDS_IN_ORDER,
    OUTCOMES,
    SCORES,
    SCORING,
    SHUFFLES,
    SINGLE_FOLDS,
)
from numscope.operations.lore.user_line import calls
from numscope.trace import Operand, Operation, Trace

_MOST = 20
_MOST_OUTCOMES = 10
_LARGER = "Take a score that one sample has (`neg_mean_absolute_error`), or larger folds (`KFold`)."
_ADVICE = "Shuffle them (`shuffle=True`), or keep the shares of outcomes in each fold (`StratifiedKFold`)."


def folds(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that makes the folds for which `operation` has no scores; None if it is its own."""
    return _of_one_sample(trace, operation) or _in_order(trace, operation)


def _of_one_sample(trace: Trace, operation: Operation) -> Root | None:
    """Return the one line that names what makes folds of 1 sample, if all scores of a statement are NaN."""
    site = operation.user_site
    scores = [one for one in operation.outputs if one.statistics is not None and one.statistics.nans]
    if site is None or not scores or not all(map(_is_all_nan, scores)):
        return None
    if not any(call.name in SCORING for call in calls(statement_at(trace, site))):
        return None
    nodes = ast.walk(parsed(trace.sources.text(site.file) or ""))
    named = (node for node in nodes if isinstance(node, (ast.Name, ast.Attribute)))
    lines = {node.lineno for node in named if last_name(node) == SINGLE_FOLDS}
    if len(lines) != 1 or site.line in lines:
        return None
    said = f"makes folds of 1 sample (`{SINGLE_FOLDS}`), for which the score is not defined"
    return Root(replace(site, line=lines.pop()), Cause(f"{said}{at_line_of(operation)}", _LARGER))


def _is_all_nan(operand: Operand) -> bool:
    return operand.statistics is not None and operand.statistics.nans == prod(operand.shape or ()) > 0


def _in_order(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that makes folds in the order of the rows, where `operation` scores rows sorted by outcome.

    None if it is the line of `operation` itself, or if several lines make folds.
    """
    site = operation.user_site
    if site is None or not re.search(SCORES, operation.name) or not _is_sorted(operation):
        return None
    makers = own_before(trace, operation, FOLDS_IN_ORDER, _MOST)
    made = {maker.user_site for maker in makers if not _is_shuffled(maker)}
    line = made.pop() if len(made) == 1 else None
    if line is None or line.place == site.place:
        return None
    said = "cuts folds in the order of the rows, which are sorted by outcome: a fold holds one outcome only"
    return Root(line, Cause(f"{said}{at_line_of(operation)}", _ADVICE))


def _is_sorted(operation: Operation) -> bool:
    """Return whether the outcomes that a function was given are a few numbers in their order."""
    arrays = [one for one in operation.inputs if one.is_array()]
    named = [one for one in arrays if one.name == OUTCOMES]
    given = (named or arrays[1:2])[:1]
    return any(map(_are_few_and_sorted, given))


def _are_few_and_sorted(outcomes: Operand) -> bool:
    values = numbers_of(outcomes)
    if values is None or values.ndim != 1 or not 1 < len(np.unique(values)) <= _MOST_OUTCOMES:
        return False
    steps = np.diff(values)
    return bool((steps >= 0).all() or (steps <= 0).all())


def _is_shuffled(maker: Operation) -> bool:
    return any(one.name == SHUFFLES and one.literal is True for one in maker.arguments)
