"""Measures that compare scores by their order, given the two values that are left of them after a threshold."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order, last_name, operand_at
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import SCORES_NOT_LABELS
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import place_beside
from numscope.analysis.nan.producers import maker_of
from numscope.trace import Operand, Operation

KIND = "meaning"
_MEASURES = ("roc_auc_score", "average_precision_score", "roc_curve", "precision_recall_curve", "det_curve")
_SCORES = ("y_score", "probas_pred")
_COMPARISONS = ("greater", "greater_equal", "less", "less_equal")
_COMPARED = (*_COMPARISONS, "__gt__", "__ge__", "__lt__", "__le__", "gt", "ge", "lt", "le")
_LEFT_AS_THEY_ARE = (
    *("astype", "asarray", "array", "where", "ravel", "reshape", "to_numpy", "multiply", "int", "long"),
    *("__getitem__", "logical_not", "invert"),
)
_ROUNDED = ("round", "rint", "around")
_DEEPEST = 4


def labels_for_scores(evidence: Evidence) -> Iterator[Finding]:
    """Yield measures over all thresholds of numbers that one threshold made, or that `predict` gave, two in all."""
    found: set[int] = set()
    for call, operation in in_order(evidence, _MEASURES):
        given = next((one for name in _SCORES if (one := operand_at(operation, 1, name)) is not None), None)
        if call.id in found or given is None:
            continue
        labels = numbers_of(given)
        if labels is None or labels.ndim != 1 or len(np.unique(labels)) != 2:
            continue
        threshold = _threshold(evidence, operation, given)
        if threshold is not None:
            found.add(call.id)
            least, most = np.unique(labels)
            asked = _asked_in_vain(evidence, threshold)
            by = f"which {_place(threshold, call)} made" if asked is None else "which this line asks for"
            problem = (
                f"`{last_name(operation)}` compares samples by their scores, and is given {least:g} and {most:g} "
                f"alone, {by} of {len(labels):,} samples: of 1 threshold, not of all"
            )
            yield finding_of(KIND, asked or call, operation.id, 1, problem, SCORES_NOT_LABELS)


def _asked_in_vain(evidence: Evidence, threshold: Operation) -> Call | None:
    """Return the line that asks a model for labels which nothing but such measures takes: it should ask for scores."""
    call = evidence.call_of(threshold) if last_name(threshold) == "predict" else None
    readers = evidence.readers(threshold) if call is not None else []
    return call if readers and all(last_name(one) in _MEASURES for one in readers) else None


def _threshold(evidence: Evidence, measure: Operation, given: Operand) -> Operation | None:
    """Return what made two values of scores with more of them; None if nothing did, or the scores are drawn."""
    maker = maker_of(evidence.trace, given, measure)
    for _ in range(_DEEPEST):
        if maker is None or last_name(maker) == "predict":
            return maker
        arrays = [one for one in maker.inputs if one.is_array()]
        before = maker_of(evidence.trace, arrays[0], maker) if arrays else None
        if last_name(maker) in (*_COMPARED, *_ROUNDED):
            is_drawn = before is not None and ".random." in before.name
            return maker if _is_of_many(maker) and not is_drawn else None
        maker = before if last_name(maker) in _LEFT_AS_THEY_ARE else None
    return None


def _is_of_many(operation: Operation) -> bool:
    """Return whether an operation compares real numbers, more than two, with one number."""
    numbers = numbers_of(operation.inputs[0]) if operation.inputs else None
    return numbers is not None and numbers.dtype.kind == "f" and len(np.unique(numbers)) > 2


def _place(operation: Operation, call: Call) -> str:
    site = operation.user_site
    where = "" if site is None else f" in {place_beside(*site.place, call.file)}"
    return f"`{last_name(operation)}`{where}"
