"""Predictions of a model that learnt scaled answers, compared with answers that are not scaled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order, last_name
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
_LEAST_ROWS = 5

_Range = tuple[float, float]


def answers_on_another_scale(evidence: Evidence) -> Iterator[Finding]:
    """Yield measures of predictions that lie where the scaled answers do, and not where the answers do."""
    measures = in_order(evidence, _MEASURES)
    fits = in_order(evidence, ["fit"]) if measures else []
    scales = in_order(evidence, _SCALES) if fits else []
    found: set[int] = set()
    for call, operation in measures if scales else ():
        truth, predicted = (_range(operation, place) for place in (0, 1))
        if call.id in found or truth is None or predicted is None or _meet(truth, predicted):
            continue
        learnt = [
            one
            for _, fit in fits
            if fit.id < operation.id and (one := _range(fit, 2)) and _meet(one, predicted)
        ]
        for place, scale in reversed(scales):
            before, after = _numbers_of_array(scale, given=True), _numbers_of_array(scale, given=False)
            if scale.id > operation.id or before is None or after is None or not _meet(before, truth):
                continue
            if not any(
                after[0] <= low and high <= after[1] and not _meet((low, high), truth) for low, high in learnt
            ):
                continue
            found.add(call.id)
            where = place_beside(place.file, place.line, call.file)
            said = (
                f"compares predictions from {predicted[0]:.4g} to {predicted[1]:.4g} with answers from {truth[0]:.4g} "
                f"to {truth[1]:.4g}: the model learnt answers that `{last_name(scale)}` in {where} changed"
            )
            yield finding_of(KIND, call, operation.id, 1, said, SCALED_BACK)
            break


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
