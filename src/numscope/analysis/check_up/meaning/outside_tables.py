"""Looked up in a table that has none of it: all numbers lie beyond one end, so that each gets the value there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.arguments import numbers_at
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import SAME_UNIT
from numscope.trace import Operation

KIND = "meaning"
_LEAST = 5


def outside_tables(evidence: Evidence) -> Iterator[Finding]:
    """Yield interpolations of which all numbers, some of them different, lie beyond one end of the points."""
    asked: dict[int, list[Any]] = {}
    tables: dict[int, tuple[Call, Operation, float, float]] = {}
    for call, operation in in_order(evidence, ["interp"]):
        points = numbers_at(operation, 1, "xp")
        numbers = numbers_at(operation, 0, "x")
        if (
            points is None
            or numbers is None
            or points.ndim != 1
            or len(points) < 2
            or not np.isfinite(points).all()
        ):
            continue
        if any(one.name in ("left", "right", "period") for one in operation.operands):
            continue
        low, high = float(points.min()), float(points.max())
        known = tables.setdefault(call.id, (call, operation, low, high))
        if known[2:] == (low, high):
            asked.setdefault(call.id, []).append(numbers.ravel())
    for number, (call, operation, low, high) in tables.items():
        numbers = np.concatenate(asked[number])
        numbers = numbers[np.isfinite(numbers)]
        beyond = bool(len(numbers)) and (bool((numbers > high).all()) or bool((numbers < low).all()))
        if beyond and len(np.unique(numbers)) >= _LEAST:
            problem = (
                f"all {len(numbers):,} numbers, {numbers.min():.4g} to {numbers.max():.4g}, lie beyond the points, "
                f"{low:.4g} to {high:.4g}: each gets the value at the end"
            )
            yield finding_of(KIND, call, operation.id, len(asked[number]), problem, SAME_UNIT)
