"""Folds for which a score is not defined: of one sample, or of rows sorted by outcome that hold one outcome only."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from math import prod
from typing import Any

import numpy as np

from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.syntax import last_name
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.own_operations import own_before
from numscope.analysis.nan.root import Root, at_line_of
from numscope.analysis.nan.user_lines import statement_at
from numscope.operations.lore.sklearn import (
    FOLDS_IN_ORDER,
    FOUND_SPLITS,
    LIMITED_BY_ROWS,
    MAKES_FOLDS,
    OUTCOMES,
    SCORES,
    SCORING,
    SEARCHES,
    SHUFFLES,
    SINGLE_FOLDS,
    SPLITS,
    USUAL_SPLITS,
)
from numscope.operations.lore.user_line import calls
from numscope.trace import Operand, Operation, Trace

_MOST = 20
_MOST_OUTCOMES = 10
_LARGER = "Take a score that one sample has (`neg_mean_absolute_error`), or larger folds (`KFold`)."
_FEWER = "Take fewer than a fold has rows to train on, or `error_score='raise'` to see it."
_LAST_FOLDS = f"""
    select c.integer as number from operand_contents c join operations o on c.operation = o.id
    where o.process = ? and o.id < ? and regexp_matches(o.name, '{MAKES_FOLDS}') and c.role = 'argument'
        and (c.name = '{SPLITS}' or c.position = 0) and c.integer is not null order by o.id desc limit 1
"""
_ADVICE = "Shuffle them (`shuffle=True`), or keep the shares of outcomes in each fold (`StratifiedKFold`)."


def folds(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that makes the folds for which `operation` has no scores; None if it is its own."""
    return (
        _of_one_sample(trace, operation) or _of_too_few_rows(trace, operation) or _in_order(trace, operation)
    )


def _of_one_sample(trace: Trace, operation: Operation) -> Root | None:
    """Return the one line that names what makes folds of 1 sample, if all scores of a statement are NaN."""
    site = operation.user_site
    scores = [one for one in operation.outputs if one.statistics is not None and one.statistics.nans]
    if site is None or not scores or not all(map(_is_all_nan, scores)):
        return None
    if not any(call.name in SCORING for call in calls(statement_at(trace, site))):
        return None
    program = program_of(trace, site)
    nodes = ast.walk(program.tree)
    named = (node for node in nodes if isinstance(node, (ast.Name, ast.Attribute)))
    lines = {node.lineno for node in named if last_name(node) == SINGLE_FOLDS}
    if len(lines) != 1 or program.line(site) in lines:
        return None
    made = program.site(lines.pop(), site)
    said = f"makes folds of 1 sample (`{SINGLE_FOLDS}`), for which the score is not defined"
    return Root(made, Cause(f"{said}{at_line_of(operation, made)}", _LARGER))


def _of_too_few_rows(trace: Trace, operation: Operation) -> Root | None:
    """Return the one line that sets a number of neighbours or clusters which no fold has enough rows for."""
    site = operation.user_site
    nans = [one for one in operation.outputs if one.statistics is not None and one.statistics.nans]
    if site is None or not nans or operation.floating_point:
        return None
    if not any(call.name in (*SCORING, *SEARCHES) for call in calls(statement_at(trace, site))):
        return None
    parents = trace.operations.fetch([] if operation.parent is None else [operation.parent])
    scoring = parents[0] if parents else operation
    rows = next((one.shape[0] for one in scoring.inputs if one.is_array() and one.shape), None)
    if rows is None:
        return None
    trained = rows - rows // _number_of_folds(trace, scoring)
    program = program_of(trace, site)
    found = {line: text for line, number, text in _limited(program.tree) if number > trained}
    if len(found) != 1 or program.line(site) in found:
        return None
    ((line, text),) = found.items()
    made = program.site(line, site)
    said = (
        f"sets `{text}`: folds are trained on {trained:,} of {rows:,} rows at most, so that these scores fail"
    )
    return Root(made, Cause(f"{said}{at_line_of(operation, made)}", _FEWER))


def _number_of_folds(trace: Trace, scoring: Operation) -> int:
    """Return how many folds a score was taken of: as the result tells, or what made the folds, or the default."""
    told = [one.literal for one in scoring.operands if one.name in (FOUND_SPLITS, "cv")]
    before = trace.ask(_LAST_FOLDS, [scoring.process, scoring.id])["number"].to_pylist()
    return next((one for one in (*told, *before) if type(one) is int and one > 1), USUAL_SPLITS)


def _limited(tree: ast.Module) -> Iterator[tuple[int, int, str]]:
    """Yield the whole numbers that a program gives settings which rows limit: line, number, and setting with number."""
    for node in ast.walk(tree):
        pairs: list[tuple[str, ast.expr]] = []
        if isinstance(node, ast.keyword) and node.arg is not None:
            pairs = [(node.arg, node.value)]
        elif isinstance(node, ast.Dict):
            keys = (getattr(key, "value", None) for key in node.keys)
            pairs = [
                (key, value) for key, value in zip(keys, node.values, strict=True) if isinstance(key, str)
            ]
        for name, value in pairs:
            setting = name.rpartition("__")[2]
            for one in ast.walk(value) if setting in LIMITED_BY_ROWS else ():
                if isinstance(one, ast.Constant) and type(one.value) is int:
                    yield one.lineno, one.value, f"{setting}={one.value}"


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
    return Root(line, Cause(f"{said}{at_line_of(operation, line)}", _ADVICE))


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
    return is_sorted(values)


def is_sorted(values: Any) -> bool:
    """Return whether numbers rise or fall throughout, equal ones beside each other."""
    steps = np.diff(values)
    return bool((steps >= 0).all() or (steps <= 0).all())


def _is_shuffled(maker: Operation) -> bool:
    return any(one.name == SHUFFLES and one.literal is True for one in maker.arguments)
