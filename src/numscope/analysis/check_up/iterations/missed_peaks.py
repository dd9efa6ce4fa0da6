"""Peaks that an integral over a wide range steps over: it asks at 21 points, and finds next to nothing at all of them.

`quad` begins with the 21 points of Gauss and Kronrod, from the middle outwards in pairs, and goes on where its two
rules differ: R. Piessens et al., "QUADPACK" (1983), routine QK21.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.arguments import numbers_at
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.iterations.stepped_over import asked
from numscope.analysis.check_up.remedies import AROUND_THE_PEAK
from numscope.trace import Operation

KIND = "convergence"
# The points on one side of the middle, outermost first, for an interval from -1 to 1.
_POINTS = (
    *(0.9956571630258081, 0.9739065285171717, 0.9301574913557082, 0.8650633666889845, 0.7808177265864169),
    *(0.6794095682990244, 0.5627571346686047, 0.4333953941292472, 0.2943928627014602, 0.1488743389814312),
)
_ALL = 1 + 2 * len(_POINTS)
_SEEN = 1e-3
# The integral and its error where every value was 0, and how often one without a limit is asked at least.
_NOTHING, _LEAST_ASKED = "(0.0, 0.0)", 15


def missed_peaks(evidence: Evidence) -> Iterator[Finding]:
    """Yield integrals over a peak `exp(-((x - c) / w)**2)` within their limits of which they see next to nothing."""
    found: set[int] = set()
    integrals = in_order(evidence, ["quad"])
    densities = in_order(evidence, ["pdf"]) if integrals else []
    for call, operation in integrals:
        unseen = _unseen(operation, densities) if call.id not in found else None
        if unseen is not None:
            found.add(call.id)
            yield finding_of(KIND, call, operation.id, 1, unseen, AROUND_THE_PEAK)
        limits = [numbers_at(operation, place, name) for place, name in ((1, "a"), (2, "b"))]
        if call.id in found or any(one is None or one.size != 1 or not np.isfinite(one) for one in limits):
            continue
        low, high = (float(one) for one in limits)
        missed = _missed(evidence, operation, low, high)
        if missed is not None:
            found.add(call.id)
            place, height = missed
            problem = (
                f"the peak around {place:.6g} is a small part of the range from {low:g} to {high:g}: no point that is "
                f"asked sees more than {height:.2g} of its height"
            )
            yield finding_of(KIND, call, operation.id, 1, problem, AROUND_THE_PEAK)


def _unseen(operation: Operation, densities: list[tuple[Call, Operation]]) -> str | None:
    """Return what is wrong with an integral over a density that is 0, as is its error: it is 0 wherever it is asked.

    A density is more than 0 somewhere. Without a limit the points lie around 1, however far away that is.
    """
    limits = [numbers_at(operation, place, name) for place, name in ((1, "a"), (2, "b"))]
    endless = any(one is not None and one.size == 1 and np.isinf(one).all() for one in limits)
    if not endless or all(str(one.literal) != _NOTHING for one in operation.outputs):
        return None
    asked_for = [numbers_at(one, 1, "x") for _, one in densities if one.parent == operation.id]
    points = [abs(float(one)) for one in asked_for if one is not None and one.size == 1]
    if len(points) < _LEAST_ASKED:
        return None
    return (
        f"gives 0 for an integral over a density that has no limit: it asks at points around 1, none of them further "
        f"from 0 than {max(points):.4g}, and finds 0 at each"
    )


def _missed(evidence: Evidence, operation: Operation, low: float, high: float) -> tuple[float, float] | None:
    """Return the middle of a peak and how much of it was seen."""
    exponents: dict[Any, list[float]] = defaultdict(list)
    for place, given in asked(evidence, operation, ("exp",)):
        exponents[place].append(given[0])
    for values in exponents.values():
        highest = np.exp(max(values)) if values else 1.0
        if len(values) < _ALL or highest >= _SEEN:
            continue
        parabola = np.polynomial.Polynomial.fit(_places(low, high), values[:_ALL], 2)
        off = np.abs(parabola(_places(low, high)) - values[:_ALL]).max()
        _, slope, bend = (float(one) for one in parabola.convert().coef)
        middle = -slope / (2 * bend) if bend < 0 else np.nan
        if off <= 1e-6 * np.abs(values[:_ALL]).max() and low < middle < high:
            return float(middle), float(highest)
    return None


def _places(low: float, high: float) -> Any:
    """Return the first points that are asked, in their order."""
    inner = (*_POINTS[1::2], *_POINTS[0::2])
    sides = [side * point for point in inner for side in (-1, 1)]
    return (low + high) / 2 + (high - low) / 2 * np.array([0.0, *sides])
