"""Angles that are written in degrees and given to a function that takes radians."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, first_faults
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import RADIANS
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.operations.lore.formulas import function_name
from numscope.operations.lore.nonfinite import OF_ANGLES
from numscope.trace import Operation

KIND = "meaning"
# Of a circle, and what it is cut into.
_CIRCLE, _STEP = 360, 5
_MARKS = (30, 45, 60, 90, 120, 135, 180, 270, 360)
_LEAST_ANGLES, _LEAST_MARKS = 4, 2


def degrees(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that give angles in degrees, by the look of their values, to what takes radians."""
    found = evidence.operations(
        evidence.named(*OF_ANGLES),
        f"role = 'input' and kind = 'array' and list_product(shape) >= {_LEAST_ANGLES}",
    )
    yield from first_faults(evidence, KIND, found, _problem, RADIANS)


def _problem(operation: Operation) -> str | None:
    shown = _shown(operation)
    name = function_name(operation.name)
    return f"{name} takes radians, and is given {shown}: angles in degrees, by their look" if shown else None


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
