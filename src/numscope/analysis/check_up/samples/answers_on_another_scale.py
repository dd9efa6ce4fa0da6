"""Predictions of a model that learnt scaled answers, compared with answers that are not scaled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import SCALED_BACK
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import place_beside
from numscope.analysis.concepts.tables import table_of
from numscope.trace import Operation

KIND = "meaning"
_MEASURES = (
    *("mean_absolute_error", "mean_squared_error", "root_mean_squared_error", "median_absolute_error"),
    *("r2_score", "max_error", "mean_absolute_percentage_error", "explained_variance_score"),
)
_SCALES = (
    "transform",
    "fit_transform",
    "log",
    "log1p",
    "log10",
    "log2",
    "sqrt",
    "divide",
    "true_divide",
    "__truediv__",
)
_DIFFERENCES = ("subtract", "__sub__", "sub", "__rsub__")
_LEAST_ROWS = 5

_Range = tuple[float, float]
_Calls = list[tuple[Call, Operation]]


def answers_on_another_scale(evidence: Evidence) -> Iterator[Finding]:
    """Yield measures of predictions that lie where the scaled answers do, and not where the answers do."""
    measures = [*in_order(evidence, _MEASURES), *_differences(evidence)]
    fits = in_order(evidence, ["fit"]) if measures else []
    scales = in_order(evidence, _SCALES) if fits else []
    found: set[int] = set()
    for call, operation in measures if scales else ():
        sides = [_range(operation, place) for place in (0, 1)]
        by_hand = last_name(operation) in _DIFFERENCES
        for truth, predicted in (sides, sides[::-1]) if by_hand else (sides,):
            if call.id in found or truth is None or predicted is None or _meet(truth, predicted):
                continue
            said = _changed(call, operation, (truth, predicted), (fits, scales))
            if said is not None:
                found.add(call.id)
                yield finding_of(KIND, call, operation.id, 1, said, SCALED_BACK)


def _changed(
    call: Call, operation: Operation, ranges: tuple[_Range, _Range], before: tuple[_Calls, _Calls]
) -> str | None:
    """Return what changed the answers that a model learnt, if predictions lie among these, and true ones elsewhere."""
    truth, predicted = ranges
    fits, scales = before
    learnt = [
        one
        for _, fit in fits
        if fit.id < operation.id
        and (one := _range(fit, 2)) is not None
        and _meet(one, predicted)
        and not _meet(one, truth)
    ]
    for place, scale in reversed(scales):
        given, made = _numbers_of_array(scale, given=True), _numbers_of_array(scale, given=False)
        if scale.id > operation.id or given is None or made is None or not _meet(given, truth):
            continue
        if any(made[0] <= low and high <= made[1] for low, high in learnt):
            where = place_beside(place.file, place.line, call.file)
            return (
                f"compares predictions from {predicted[0]:.4g} to {predicted[1]:.4g} with answers from {truth[0]:.4g} "
                f"to {truth[1]:.4g}: the model learnt answers that `{last_name(scale)}` in {where} changed"
            )
    return None


def _differences(evidence: Evidence) -> list[tuple[Call, Operation]]:
    """Return the differences of what `predict` gave and of something else."""
    predicted = {
        one.hash
        for _, operation in in_order(evidence, ["predict"])
        for one in operation.outputs
        if one.is_array()
    }
    taken = in_order(evidence, _DIFFERENCES) if predicted else []
    return [
        (call, operation)
        for call, operation in taken
        if sum(one.hash in predicted for one in operation.inputs if one.is_array()) == 1
    ]


def _range(operation: Operation, place: int) -> _Range | None:
    """Return from where to where the numbers at a place lie; None if they are none, or classes."""
    table = table_of(operation, place)
    columns = table.columns(2) if table is not None else []
    if len(columns) != 1 or len(columns[0]) < _LEAST_ROWS:
        return None
    return float(columns[0].min()), float(columns[0].max())


def _numbers_of_array(operation: Operation, given: bool) -> _Range | None:
    for one in operation.inputs if given else operation.outputs:
        numbers: Any = numbers_of(one) if one.is_array() and one.name in (None, "values") else None
        if numbers is not None and numbers.dtype.kind in "fiu" and numbers.size >= _LEAST_ROWS:
            return float(numbers.min()), float(numbers.max())
    return None


def _meet(first: _Range, second: _Range) -> bool:
    return first[0] <= second[1] and second[0] <= first[1]
