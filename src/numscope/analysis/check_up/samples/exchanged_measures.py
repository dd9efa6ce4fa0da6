"""Measures that are given the prediction where the truth belongs: R² compares with the spread of its first argument."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order, last_name, operand_at
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import TRUTH_FIRST
from numscope.trace import Operand, Operation

KIND = "meaning"
# What gives another number if truth and prediction change places.
_MEASURES = (
    *("r2_score", "explained_variance_score", "mean_absolute_percentage_error", "mean_pinball_loss"),
    *("precision_score", "recall_score", "balanced_accuracy_score", "precision_recall_fscore_support"),
    *("classification_report", "d2_absolute_error_score", "mean_tweedie_deviance", "mean_gamma_deviance"),
)
_PREDICTS = ("predict", "cross_val_predict", "fit_predict", "forecast")
# A prediction stays one.
_CHANGES = (
    *("inverse_transform", "exp", "expm1", "round", "rint", "clip", "maximum", "astype", "ravel", "reshape"),
    *(
        "to_numpy",
        "Series",
        "asarray",
        "array",
        "greater",
        "greater_equal",
        "__gt__",
        "__ge__",
        "argmax",
        "squeeze",
    ),
)


def exchanged_measures(evidence: Evidence) -> Iterator[Finding]:
    """Yield measures whose first argument is a prediction and whose second one is none."""
    measures = in_order(evidence, _MEASURES)
    predicted = _predicted(evidence) if measures else set()
    found: set[int] = set()
    for call, operation in measures if predicted else ():
        truth, prediction = _array(operation, 0, "y_true"), _array(operation, 1, "y_pred")
        if call.id in found or truth is None or prediction is None:
            continue
        if truth.hash in predicted and prediction.hash not in predicted:
            found.add(call.id)
            said = (
                f"`{last_name(operation)}` takes the truth first and the prediction second, and is given what "
                "`predict` made first: it measures by the prediction"
            )
            yield finding_of(KIND, call, operation.id, 1, said, TRUTH_FIRST)


def _array(operation: Operation, position: int, name: str) -> Operand | None:
    arrays = [one for one in operation.operands if one.is_array() and one.role in ("input", "argument")]
    placed = [one for one in arrays if one.position == position and one.name in (None, "values")]
    if placed:
        return placed[0]
    named = operand_at(operation, -1, name)
    return named if named is not None and named.is_array() else None


def _predicted(evidence: Evidence) -> set[str]:
    """Return what predictions hold, also once they are scaled back, rounded or made yes and no."""
    found: set[str] = set()
    for _, operation in in_order(evidence, (*_PREDICTS, *_CHANGES)):
        first = [one.hash for one in operation.inputs if one.is_array() and one.position in (0, 1)]
        if last_name(operation) in _PREDICTS or (first and first[0] in found):
            found |= {one.hash for one in operation.outputs if one.is_array() and one.hash is not None}
    return found
