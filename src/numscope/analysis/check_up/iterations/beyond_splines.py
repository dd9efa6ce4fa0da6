"""Splines asked beyond their points, where a cubic goes on without end."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import WITHIN_THE_POINTS
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operation

KIND = "meaning"
_SPLINES = ("CubicSpline", "PchipInterpolator", "CubicHermiteSpline", "PPoly")
# So many times the range of the values at the points lie those beyond away from it.
_FAR = 1.0


def beyond_splines(evidence: Evidence) -> Iterator[Finding]:
    """Yield splines asked beyond their points whose values there leave the range of those at the points "
    "by its width."""
    found: set[int] = set()
    asked = in_order(evidence, ["__call__"], lambda call: any(name in call.full_name for name in _SPLINES))
    for call, operation in asked:
        said = None if call.id in found else _beyond(operation)
        if said is not None:
            found.add(call.id)
            yield finding_of(KIND, call, operation.id, 1, said, WITHIN_THE_POINTS)


def _beyond(operation: Operation) -> str | None:
    parts = {one.name: numbers_of(one) for one in operation.inputs if one.name in ("c", "x")}
    points, pieces = parts.get("x"), parts.get("c")
    where = next(
        (numbers_of(one) for one in operation.inputs if one.position == 1 and one.name is None), None
    )
    made = numbers_of(operation.outputs[0]) if operation.outputs else None
    if (
        points is None
        or pieces is None
        or where is None
        or made is None
        or pieces.ndim != 2
        or made.ndim != 1
    ):
        return None
    if where.shape != made.shape or any(one.name == "nu" for one in operation.operands):
        return None
    known = pieces[-1]
    outside = (where < points[0]) | (where > points[-1])
    width = float(np.ptp(known))
    if not outside.any() or outside.all() or not width:
        return None
    off = np.maximum(made[outside] - known.max(), known.min() - made[outside])
    if not np.isfinite(off).all() or off.max() < _FAR * width:
        return None
    return (
        f"{int(outside.sum()):,} of {where.size:,} places lie beyond the points, {points[0]:g} to "
        f"{points[-1]:g}: a cubic "
        f"goes on there to {made[outside][off.argmax()]:.4g}, while the values at the points are {known.min():.4g} to "
        f"{known.max():.4g}"
    )
