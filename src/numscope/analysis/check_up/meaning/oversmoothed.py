"""Splines that smooth everything away: `UnivariateSpline` lets squares of residuals add up to the number of points."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order, operand_at
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import LESS_SMOOTH
from numscope.analysis.concepts.kept_values import numbers_of

KIND = "meaning"
_LEAST = 10
_WORSE = 3.0


def oversmoothed(evidence: Evidence) -> Iterator[Finding]:
    """Yield splines without `s` of values so small that a single cubic is smooth enough, and misses their course."""
    found: set[int] = set()
    for call, operation in in_order(
        evidence, ("UnivariateSpline", "__init__"), lambda call: _is_spline(call.full_name)
    ):
        given = [one for one in operation.operands if one.role != "output"]
        first = 1 if any(one.position == 0 and one.kind == "object" for one in given) else 0
        x, y = (operand_at(operation, first + place, name) for place, name in ((0, "x"), (1, "y")))
        if x is None or y is None or any(one.name in ("s", "w", "k") for one in operation.operands):
            continue
        places, values = numbers_of(x), numbers_of(y)
        if (
            call.id in found
            or places is None
            or values is None
            or len(values) < _LEAST
            or places.shape != values.shape
        ):
            continue
        middle, width = places.mean(), np.ptp(places)
        cubic = np.polynomial.polynomial.Polynomial.fit(places, values, 3) if width else None
        if cubic is None or not np.isfinite(middle):
            continue
        left = values - cubic(places)
        noise = float(np.std(np.diff(values, 2))) / np.sqrt(6)
        if float((left**2).sum()) < len(values) and left.std() > _WORSE * max(noise, 1e-12) and left.std():
            found.add(call.id)
            problem = (
                f"without `s`, the squares of {len(values):,} residuals may add up to {len(values):,}: a "
                "single cubic does "
                f"with {float((left**2).sum()):.2g}, and misses values of a spread of {values.std():.2g} "
                f"by {left.std():.2g}"
            )
            yield finding_of(KIND, call, operation.id, 1, problem, LESS_SMOOTH)


def _is_spline(name: str) -> bool:
    return "UnivariateSpline" in name and "Interpolated" not in name and "LSQ" not in name
