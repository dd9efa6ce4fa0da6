"""Angles that are written in degrees and given to a function that takes radians."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import MOST_CALLS, Evidence, finding_of
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import RADIANS
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operation

KIND = "meaning"
_TAKE_RADIANS = ("sin", "cos", "tan")
# Of a circle, and what it is cut into.
_CIRCLE, _STEP = 360, 5
_MARKS = (30, 45, 60, 90, 120, 135, 180, 270, 360)
_LEAST_ANGLES, _LEAST_MARKS = 4, 2


def degrees(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that give angles in degrees, by the look of their values, to what takes radians."""
    calls = evidence.named(*_TAKE_RADIANS)
    rows = evidence.rows(
        "select call, list(id order by id) ids from recorded_operations where call in {calls} group by call "
        "order by min(id)",
        calls,
        slots=f"role = 'input' and kind = 'array' and list_product(shape) >= {_LEAST_ANGLES}",
    )
    for row in rows:
        call, ids = evidence.calls[row["call"]], row["ids"]
        for operation in evidence.fetch(ids[:MOST_CALLS]):
            shown = _shown(operation)
            if shown:
                problem = f"{call.name} takes radians, and is given {shown}: angles in degrees, by their look"
                yield finding_of(KIND, call, operation.id, len(ids), problem, RADIANS)
                break


def _shown(operation: Operation) -> str:
    """Return the angles of an operation as text; empty if they are not all of those that people write in degrees."""
    angles: Any = numbers_of(operation.inputs[0]) if operation.inputs else None
    if angles is None or not np.isfinite(angles).all():
        return ""
    known = np.unique(np.abs(angles))
    if len(known) < _LEAST_ANGLES or known[-1] > _CIRCLE or (known % _STEP).any():
        return ""
    if np.isin(known, _MARKS).sum() < _LEAST_MARKS:
        return ""
    first = ", ".join(f"{one:g}" for one in np.ravel(angles)[:4])
    return f"{first}, ..." if angles.size > 4 else first
