"""Predicted labels that are right under other names: clusters in any order, -1 for outliers that the truth calls 1."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import SAME_NAMES
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import place_beside
from numscope.analysis.nan.producers import maker_of
from numscope.trace import Operand, Operation

KIND = "meaning"
_MEASURES = (
    *(
        "accuracy_score",
        "balanced_accuracy_score",
        "f1_score",
        "precision_score",
        "recall_score",
        "jaccard_score",
    ),
    *("cohen_kappa_score", "matthews_corrcoef", "classification_report", "precision_recall_fscore_support"),
)
_COMPARES = ("equal", "not_equal", "__eq__", "__ne__", "eq", "ne")
_LEAST_ROWS, _MOST_LABELS = 30, 20
# So many are right if each predicted label is called what it mostly is, and so many fewer as they are called.
_RIGHT, _FEWER = 0.8, 0.4


@dataclass(frozen=True)
class _Naming:
    """How many labels are right as they are called, how many under better names, and the better names."""

    right: float
    better: float
    names: dict[float, float]


def labels_by_other_names(evidence: Evidence) -> Iterator[Finding]:
    """Yield the measures of labels of which most are right under other names, and few as they are called."""
    found: set[int] = set()
    for call, operation in [*in_order(evidence, _MEASURES), *_compared(evidence)]:
        truth, predicted = _labels(operation, 0, "y_true"), _labels(operation, 1, "y_pred")
        if call.id in found or truth is None or predicted is None:
            continue
        naming = _naming(truth[1], predicted[1])
        if naming is None:
            continue
        found.add(call.id)
        place, where = _place(evidence, call, operation, predicted[0])
        renamed = ", ".join(f"{old:g} as {new:g}" for old, new in sorted(naming.names.items()) if old != new)
        said = (
            f"{naming.right:.0%} of {len(truth[1]):,} predicted labels are right as they are called{where}, and "
            f"{naming.better:.0%} with {renamed}: the numbers of the labels mean something else in both"
        )
        yield finding_of(KIND, place, operation.id, 1, said, SAME_NAMES)


def _compared(evidence: Evidence) -> list[tuple[Call, Operation]]:
    """Return the comparisons of labels with those of clusters: `(found == kind).mean()`."""
    clusters = {
        one.hash
        for _, operation in in_order(evidence, ["fit_predict"])
        for one in operation.outputs
        if one.is_array()
    }
    compared = in_order(evidence, ("equal", "__eq__", "eq")) if clusters else []
    return [one for one in compared if any(given.hash in clusters for given in one[1].inputs)]


def _labels(operation: Operation, position: int, name: str) -> tuple[Operand, Any] | None:
    for one in operation.operands:
        if (
            one.is_array()
            and one.role in ("input", "argument")
            and (one.position == position or one.name == name)
        ):
            labels = numbers_of(one) if one.name != "index" else None
            if labels is not None and labels.ndim == 1 and labels.dtype.kind in "iub":
                return one, labels.astype(int)
    return None


def _naming(truth: Any, predicted: Any) -> _Naming | None:
    """Return under which names labels are right; None if they are as they are called, or under none."""
    kinds, labels = np.unique(truth), np.unique(predicted)
    if (
        len(truth) != len(predicted)
        or len(truth) < _LEAST_ROWS
        or max(len(kinds), len(labels)) > _MOST_LABELS
    ):
        return None
    counts = np.array([[((predicted == one) & (truth == kind)).sum() for kind in kinds] for one in labels])
    chosen = counts.argmax(axis=1)
    if len(labels) < 2 or len(set(chosen.tolist())) < len(labels):
        return None
    right, better = float((truth == predicted).mean()), float(counts.max(axis=1).sum() / len(truth))
    if better < _RIGHT or better - right < _FEWER:
        return None
    names = {float(one): float(kinds[kind]) for one, kind in zip(labels, chosen, strict=True)}
    return _Naming(right, better, names)


def _place(evidence: Evidence, call: Call, measure: Operation, predicted: Operand) -> tuple[Call, str]:
    """Return the line that gives labels their names: the comparison that made them, or the measure itself."""
    maker = maker_of(evidence.trace, predicted, measure)
    chosen = evidence.call_of(maker) if maker is not None and last_name(maker) in _COMPARES else None
    if chosen is None:
        return call, ""
    return chosen, f" in {place_beside(call.file, call.line, chosen.file)}"
