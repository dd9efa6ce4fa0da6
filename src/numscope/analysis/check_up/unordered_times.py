"""Rows whose dates are in no order, of which a window or a difference takes each for the one after the one before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import BY_TIME
from numscope.analysis.concepts.kept_values import value_of
from numscope.analysis.concepts.tables import table_of
from numscope.trace import Operation

KIND = "order"
_IN_ORDER = ("rolling", "expanding", "ewm", "diff", "shift", "pct_change")
_TIMES = "datetime64"
_LEAST = 4


def unordered_times(evidence: Evidence) -> Iterator[Finding]:
    """Yield windows over rows, and differences between them, of tables whose dates are all different and unsorted."""
    asked = [(call, one) for call, one in in_order(evidence, _IN_ORDER) if "GroupBy" not in one.name]
    tables = [one for _, one in in_order(evidence, ["__getitem__"])] if asked else []
    found: set[int] = set()
    for call, operation in asked:
        given = table_of(operation, 0)
        if call.id in found or given is None or given.rows < _LEAST:
            continue
        sources = [one for one in tables if one.id < operation.id and _gives(one, given.hashes)]
        steps = next(
            (steps for one in (operation, *sources) if (steps := _steps(one, given.rows)) is not None), None
        )
        if steps is None or not (steps > 0).any() or not (steps < 0).any() or not steps.all():
            continue
        found.add(call.id)
        back = int((steps < 0).sum())
        problem = (
            f"takes each of {given.rows:,} rows for the next after the one before, and their dates go back at "
            f"{back:,} of {steps.size:,} steps"
        )
        yield finding_of(KIND, call, operation.id, 1, problem, BY_TIME)


def _gives(operation: Operation, hashes: frozenset[str]) -> bool:
    return any(one.hash in hashes for one in operation.outputs)


def _steps(operation: Operation, rows: int) -> Any:
    """Return the steps between the dates of a table, in ticks; None if it has no column of dates that all differ."""
    for one in operation.operands:
        is_column = one.role in ("input", "argument") and one.kind == "array" and one.shape == (rows,)
        if is_column and (one.dtype or "").startswith(_TIMES):
            dates = value_of(one)
            ticks = None if dates is None else np.asarray(dates).astype(np.int64)
            if ticks is not None and np.unique(ticks).size == ticks.size:
                return np.diff(ticks)
    return None
