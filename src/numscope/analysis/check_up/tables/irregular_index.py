"""Gaps that are filled in by the number of rows, where the rows are not equally far apart in time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, first_faults
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import BY_THE_INDEX
from numscope.analysis.concepts.kept_values import numbers_of, value_of
from numscope.trace import Operation

KIND = "alignment"
_INDEX = "index"
_SLOTS = f"role = 'argument' and name = '{_INDEX}' and regexp_matches(dtype, '^(datetime|timedelta)')"
# The filled values are off by this share of the steps between those that are known.
_OFF = 0.2
_WEEK, _WORKING_DAYS = 7, 5


def irregular_index(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that fill gaps row by row where the times between the rows make other values of them."""
    found = evidence.with_operand(evidence.named("interpolate"), _SLOTS)
    yield from first_faults(evidence, KIND, found, _problem, BY_THE_INDEX)


def _problem(operation: Operation) -> str | None:
    if any(one.literal not in ("linear", None) for one in operation.arguments if one.kind == "string"):
        return None
    times = next((_ticks(value_of(one)) for one in operation.operands if one.name == _INDEX), None)
    if times is None or len(times) < 3 or np.any(np.diff(times) <= 0):
        return None
    made = {one.name: one for one in operation.outputs if one.is_array()}
    for column in operation.inputs:
        filled = made.get(column.name) if column.is_array() and column.shape == times.shape else None
        before, after = numbers_of(column), numbers_of(filled) if filled is not None else None
        if before is None or after is None or before.dtype.kind != "f" or after.shape != before.shape:
            continue
        known = np.flatnonzero(np.isfinite(before))
        if known.size < 3:
            continue
        gaps = np.flatnonzero(~np.isfinite(before) & np.isfinite(after))
        gaps = gaps[(gaps > known[0]) & (gaps < known[-1])]
        by_time = np.interp(times[gaps], times[known], before[known])
        by_row = np.interp(gaps, known, before[known])
        if not gaps.size or not np.allclose(by_row, after[gaps], rtol=1e-6, atol=1e-9):
            continue
        off = np.abs(by_time - by_row)
        if np.sqrt((off**2).mean()) < _OFF * np.sqrt((np.diff(before[known]) ** 2).mean()):
            continue
        worst = gaps[off.argmax()]
        steps = np.diff(times)
        return (
            f"fills {gaps.size:,} gaps as if rows were equally far apart; the longest step of the index is "
            f"{steps.max() / steps.min():.3g} times the shortest: row {worst:,} becomes {after[worst]:.4g}, by the "
            f"index {by_time[off.argmax()]:.4g}"
        )
    return None


def _ticks(times: Any) -> Any:
    """Return times as numbers; None of working days, whose nights and weekends do not count."""
    if times is None or np.asarray(times).dtype.kind not in "mM" or np.isnat(times).any():
        return None
    array = np.asarray(times)
    if array.dtype.kind == "M":
        days = (array.astype("datetime64[D]").astype(np.int64) + 3) % _WEEK  # 1970-01-01 is a Thursday
        if (days < _WORKING_DAYS).all() and np.ptp(array.astype("datetime64[D]").astype(np.int64)) >= _WEEK:
            return None
    return array.astype(np.int64).astype(float)
