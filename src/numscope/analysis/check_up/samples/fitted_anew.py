"""Transformers fitted anew to the rows that are predicted, of a model that learnt from rows as they were before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import TRANSFORM_ONLY
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operation

KIND = "data"
_LEARNS = ("fit", "partial_fit")
_ASKS = ("predict", "predict_proba", "score", "decision_function")


def fitted_anew(evidence: Evidence) -> Iterator[Finding]:
    """Yield the second `fit_transform` of one kind whose rows a model predicts that learnt from those of the first."""
    fitted = in_order(evidence, ["fit_transform"])
    if len(fitted) < 2:
        return
    learnt = [array for _, one in in_order(evidence, _LEARNS) for array in _given(one)]
    asked = [array for _, one in in_order(evidence, _ASKS) for array in _given(one)]
    found: set[int] = set()
    for number, (call, second) in enumerate(fitted):
        earlier = [
            first for before, first in fitted[:number] if first.name == second.name and before.id != call.id
        ]
        rows = _made(second)
        if call.id in found or rows is None or not _is_among(rows, asked) or _is_among(rows, learnt):
            continue
        if any(_is_among(made, learnt) for first in earlier if (made := _made(first)) is not None):
            found.add(call.id)
            problem = (
                f"learns from the {len(rows):,} rows that are predicted, and changes them by what it learns there: the "
                "model knows rows that were changed by others"
            )
            yield finding_of(KIND, call, second.id, 1, problem, TRANSFORM_ONLY)


def _made(operation: Operation) -> Any:
    return numbers_of(operation.outputs[0]) if operation.outputs else None


def _given(operation: Operation) -> list[Any]:
    return [array for one in operation.inputs if (array := numbers_of(one)) is not None]


def _is_among(rows: Any, arrays: list[Any]) -> bool:
    """Return whether an array holds the same numbers, in whatever shape."""
    return any(one.size == rows.size and np.array_equal(one.ravel(), rows.ravel()) for one in arrays)
