"""Rows whose dates are in no order, or begin anew, and of which each is taken for the one after the one before.

Numbers of days, or of visits, tell series apart as dates do, where the differences between two series are far from all
others, and the table has texts, which may name the series.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import BY_SERIES, BY_TIME
from numscope.analysis.concepts.kept_values import numbers_of, value_of
from numscope.analysis.concepts.tables import table_of
from numscope.trace import Operation

KIND = "order"
_IN_ORDER = ("rolling", "expanding", "ewm", "diff", "shift", "pct_change")
_DIFFERENCES = ("diff", "pct_change")
_TIMES = "datetime64"
_LEAST = 4
# Of a series, so that it is one; and how far the next one goes back, of how long it took.
_SHORTEST, _OVERLAP = 3, 0.8
# Differences between two series are so many times those within one, and most of them above all others.
_FAR, _MOST = 3.0, 0.8
# The program compares neighbouring keys, or leaves the first row of each out.
_MENDS = re.compile(r"(!=|==|\.ne\(|\.eq\()[^\n]*shift\(|duplicated\(|cumcount\(|\.nth\(")


def unordered_times(evidence: Evidence) -> Iterator[Finding]:
    """Yield windows over rows, and differences between them, of tables whose dates are unsorted or begin anew."""
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
        what = "dates"
        if steps is None:
            what, steps = next(
                (one for source in sources if (one := _numbers(operation, source))), (what, None)
            )
        if steps is None or not (steps > 0).any() or not (steps < 0).any() or not steps.all():
            continue
        back = int((steps < 0).sum())
        series = _series(steps)
        if series is None:
            said, fix = f"their dates go back at {back:,} of {steps.size:,} steps", BY_TIME
        elif _MENDS.search(call.text) is None:
            said = f"their {what} begin anew at {back:,} rows: {series:,} series stand one below the other"
            fix = BY_SERIES
        else:
            continue
        found.add(call.id)
        problem = f"takes each of {given.rows:,} rows for the next after the one before, and {said}"
        yield finding_of(KIND, call, operation.id, 1, problem, fix)


def _numbers(operation: Operation, source: Operation) -> tuple[str, Any] | None:
    """Return the column of numbers that begins anew where the differences between rows are far from all others.

    Return its name as well.
    """
    made = next((numbers_of(one) for one in operation.outputs if one.name == "values"), None)
    named = [
        str(value)
        for one in source.arguments
        for name, value in one.attributes.items()
        if name.endswith(": dtype")
    ]
    if (
        last_name(operation) not in _DIFFERENCES
        or made is None
        or made.ndim != 1
        or not {"str", "object"} & set(named)
    ):
        return None
    changes = np.abs(made[1:].astype(float))
    for one in source.operands:
        is_column = one.role == "input" and one.kind == "array" and one.shape == made.shape and one.name
        numbers = (
            numbers_of(one)
            if is_column and one.hash not in {other.hash for other in operation.inputs}
            else None
        )
        steps = None if numbers is None or numbers.dtype.kind not in "iuf" else np.diff(numbers.astype(float))
        if steps is None or _series(steps) is None:
            continue
        back = steps < 0
        if (
            np.nanmedian(changes[back]) > _FAR * np.nanmedian(changes[~back])
            and np.nanmean(changes[back] > np.nanmax(changes[~back])) > _MOST
        ):
            return f"numbers of `{one.name}`", steps
    return None


def _gives(operation: Operation, hashes: frozenset[str]) -> bool:
    return any(one.hash in hashes for one in operation.outputs)


def _steps(operation: Operation, rows: int) -> Any:
    """Return the steps between the dates of a table, in ticks.

    None if it has no column of dates that all differ, or of series of dates one below the other.
    """
    for one in operation.operands:
        is_column = one.role in ("input", "argument") and one.kind == "array" and one.shape == (rows,)
        if is_column and (one.dtype or "").startswith(_TIMES):
            dates = value_of(one)
            ticks = None if dates is None else np.asarray(dates).astype(np.int64)
            if ticks is not None and (
                np.unique(ticks).size == ticks.size or _series(np.diff(ticks)) is not None
            ):
                return np.diff(ticks)
    return None


def _series(steps: Any) -> int | None:
    """Return how many series of rising dates stand one below the other, each over much the same time; else None."""
    back = steps[steps < 0]
    lengths = np.diff(np.flatnonzero(np.concatenate([[True], steps < 0, [True]])))
    if not back.size or lengths.min() < _SHORTEST or not steps.all():
        return None
    spans = np.add.reduceat(
        np.maximum(np.concatenate([[0], steps]), 0), np.concatenate([[0], np.flatnonzero(steps < 0) + 1])
    )
    return lengths.size if (-back >= _OVERLAP * spans[:-1]).all() else None
