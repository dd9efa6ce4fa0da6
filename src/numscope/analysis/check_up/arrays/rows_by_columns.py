"""A number of each row that is taken from the columns: `x - x.mean(axis=1)`, which only a square array allows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operation

KIND = "broadcasting"
_STATISTICS = (
    "mean",
    "sum",
    "std",
    "var",
    "min",
    "max",
    "amin",
    "amax",
    "median",
    "norm",
    "nanmean",
    "nansum",
)
_SCALES = ("subtract", "sub", "divide", "true_divide", "div")
_LEAST = 3
_FIX = "keep the axis, `x.mean(axis=1, keepdims=True)`, or index `m[:, None]`"


def rows_by_columns(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that stretch one number of each row of a square array along the rows."""
    statistics = {
        (operation.inputs[0].hash, operation.outputs[0].hash): call.name.rpartition(".")[2]
        for call, operation in in_order(evidence, _STATISTICS)
        if operation.inputs and operation.outputs and _is_of_rows(operation)
    }
    found: set[int] = set()
    for call, operation in in_order(evidence, _SCALES) if statistics else ():
        given = operation.inputs
        if call.id in found or len(given) != 2 or len(given[1].shape or ()) != 1:
            continue
        name = statistics.get((given[0].hash, given[1].hash))
        if name is None or not _differs(numbers_of(given[0]), numbers_of(given[1])):
            continue
        found.add(call.id)
        rows = (given[0].shape or (0,))[0]
        problem = (
            f"the {name} of each of {rows:,} rows stands beside the columns of ({rows:,}, {rows:,}): row 0 gets the "
            f"numbers of all {rows:,} rows, not its own"
        )
        yield finding_of(KIND, call, operation.id, 1, problem, _FIX)


def _is_of_rows(operation: Operation) -> bool:
    """Return whether an operation gives one number of each row of a square array."""
    shape = operation.inputs[0].shape or ()
    if len(shape) != 2 or shape[0] != shape[1] or shape[0] < _LEAST:
        return False
    along = (one.literal for one in operation.operands if one.name in ("axis", "dim"))
    return operation.outputs[0].shape == shape[:1] and any(one in (1, -1, "[1]", "[-1]") for one in along)


def _differs(array: Any, of_rows: Any) -> bool:
    """Return whether it matters: of a symmetric array rows have the numbers of columns."""
    if array is None or of_rows is None:
        return False
    return not np.allclose(array, array.T) and not np.allclose(of_rows, of_rows[0])
