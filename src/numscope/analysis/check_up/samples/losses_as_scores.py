"""Errors that are made as large as possible: a loss given as a score, and the smallest of negative errors."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order, last_name, operand_at
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import GREATER_IS_BETTER
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import place_beside
from numscope.analysis.concepts.syntax import last_name as name_of
from numscope.trace import Operation

KIND = "meaning"
_LOSS = re.compile(r"(_error|_loss|_deviance|^rmse|^mae|^mse|^rmsle|^mape)$")
_SCORES = ("cross_val_score", "cross_validate")
_SEARCHES = ("GridSearchCV", "RandomizedSearchCV", "HalvingGridSearchCV")
_SMALLEST = ("argmin", "nanargmin", "idxmin", "min", "amin", "nanmin")
_NEGATIVE = "neg_"


def losses_as_scores(evidence: Evidence) -> Iterator[Finding]:
    """Yield searches that take the largest error for the best, and choices of the smallest negative error."""
    yield from _largest_wins(evidence)
    yield from _smallest_negative(evidence)


def _largest_wins(evidence: Evidence) -> Iterator[Finding]:
    made = in_order(evidence, ["make_scorer"])
    searches = in_order(evidence, _SEARCHES) if made else []
    for call, operation in made:
        name = _loss(call)
        used = next((one for one, search in searches if search.id > operation.id), None)
        if name is None or used is None or any(one.name == "greater_is_better" for one in operation.operands):
            continue
        where = place_beside(used.file, used.line, call.file)
        said = f"makes a score of `{name}`, of which more is better then: the search in {where} takes the largest error"
        yield finding_of(KIND, call, operation.id, 1, said, GREATER_IS_BETTER)
        break


def _loss(call: Call) -> str | None:
    """Return the name of the loss that a line makes a score of."""
    for node in ast.walk(sources.statement(call.text, call.line) or ast.Pass()):
        if isinstance(node, ast.Call) and name_of(node.func) == "make_scorer" and node.args:
            name = name_of(node.args[0])
            return name if name and _LOSS.search(name) else None
    return None


def _smallest_negative(evidence: Evidence) -> Iterator[Finding]:
    scores = [
        (call, numbers)
        for call, operation in in_order(evidence, _SCORES)
        if (scoring := operand_at(operation, -1, "scoring")) is not None
        and str(scoring.literal).startswith(_NEGATIVE)
        and (numbers := _first(operation)) is not None
    ]
    found: set[int] = set()
    for call, operation in in_order(evidence, _SMALLEST) if scores else ():
        given = _given(operation) if call.id not in found else None
        if given is None or len(given) < 2 or (given >= 0).any():
            continue
        means = np.array([numbers.mean() for _, numbers in scores])
        if not all(np.isclose(means, one, rtol=1e-9, atol=0.0).any() for one in given):
            continue
        found.add(call.id)
        where = place_beside(scores[0][0].file, scores[0][0].line, call.file)
        said = (
            f"`{last_name(operation)}` takes the smallest of {len(given):,} scores of {where}, which are errors below "
            f"zero, from {given.min():.4g} to {given.max():.4g}: the smallest is the largest error"
        )
        yield finding_of(KIND, call, operation.id, 1, said, GREATER_IS_BETTER)


def _first(operation: Operation) -> Any:
    return next((numbers_of(one) for one in operation.outputs if one.is_array()), None)


def _given(operation: Operation) -> Any:
    """Return the numbers that the smallest is taken of."""
    numbers = [
        numbers_of(one) for one in operation.inputs if one.position == 0 and one.kind in ("array", "scalar")
    ]
    if not numbers or any(one is None or one.dtype.kind != "f" for one in numbers):
        return None
    return np.concatenate([np.atleast_1d(one).ravel() for one in numbers])
