"""Grids whose neighbours come to lie on two sides, farther apart each step: an explicit scheme with too large a step.

The shortest wave that a grid holds is the first that an explicit scheme makes grow beyond its limit, such as
D dt / dx² <= 1/2: J. von Neumann's analysis. Source: J. C. Strikwerda, "Finite Difference Schemes" (2004), chapter 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.iterations.series import Series
from numscope.analysis.check_up.iterations.step_lines import step_line
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import place_beside

_LEAST_STEPS = 32
_LEAST_POINTS = 10
_MOST_SERIES = 20
# The waves of the last steps beside those of this share of them before, in so many looks, and how they have to grow.
_EARLIER, _LOOKS, _GROWN = 0.5, 6, 1e3
_SHARE, _ORDER = 0.01, 6


def sawtooth(evidence: Evidence, series: list[Series]) -> Iterator[Finding]:
    """Yield the lines that choose the step of a loop whose results end as a saw-tooth that grew by a thousand.

    One for each function: several lines of a loop may change one grid.
    """
    found: set[object] = set()
    long = [one for one in series if one.count >= _LEAST_POINTS and len(one) >= _LEAST_STEPS][:_MOST_SERIES]
    last = {one.id: one for one in evidence.fetch([int(each.ids[-1]) for each in long])}
    for one in long:
        place = one.call.file, one.call.function
        points = _points(_result(last[int(one.ids[-1])])) if place not in found else None
        if points is None:
            continue
        first = int(len(one) * _EARLIER)
        looks = np.linspace(first, len(one) - 1, _LOOKS).astype(int)
        states = evidence.fetch([int(one.ids[look]) for look in looks])
        sizes = [wave for state in states if (wave := _wave(_result(state), points)) is not None]
        if len(sizes) != _LOOKS:
            continue
        # Waves of a few last digits may grow as well.
        is_large = sizes[-1] >= _SHARE * float(one.size[-1])
        if is_large and sizes[-1] >= _GROWN * sizes[0] and all(np.diff(sizes[_LOOKS // 2 :]) > 0):
            found.add(place)
            yield _finding(evidence, one, len(points), sizes)


def _finding(evidence: Evidence, series: Series, points: int, sizes: list[float]) -> Finding:
    call = series.call
    place = step_line(evidence, call)
    where = f" in {place_beside(call.file, call.line, place[0])}" if place else ""
    problem = (
        f"the step is too large for the scheme{where}: after {len(series):,} steps {points} neighbours lie on two "
        f"sides in turn, {2 * sizes[-1]:.3g} apart, and half of the steps before {2 * sizes[0]:.3g}"
    )
    shown = replace(call, file=place[0], line=place[1]) if place else call
    return finding_of("growth", shown, int(series.ids[-1]), len(series), problem, _FIX)


_FIX = "take the step from the largest coefficient and the least spacing, as D dt / dx² <= 1/2, or an implicit scheme"


def _result(operation: Any) -> Any:
    made = next((one for one in operation.operands if one.role in ("output", "mutated")), None)
    numbers = numbers_of(made) if made is not None else None
    if numbers is None or numbers.ndim != 1 or numbers.dtype.kind != "f" or not np.isfinite(numbers).all():
        return None
    return numbers.astype(float)


def _points(state: Any) -> Any:
    """Return the longest run of places of which each lies on another side of its neighbours; None if it is short."""
    if state is None or state.size < _LEAST_POINTS:
        return None
    ahead = np.diff(state)
    turns = np.flatnonzero(np.append(ahead[1:] * ahead[:-1] >= 0, True))
    starts = np.append(0, turns[:-1] + 1)
    longest = int(np.argmax(turns - starts))
    first, last = int(starts[longest]), int(turns[longest]) + 2
    return np.arange(first, last) if last - first >= _LEAST_POINTS else None


def _wave(state: Any, points: Any) -> float | None:
    """Return how far neighbours among these points lie to two sides of what is between them, on average."""
    if state is None:
        return None
    # Of what is smooth little is left after so many differences.
    bends = np.diff(state[points], _ORDER) / 2**_ORDER
    return float(abs((bends * (-1.0) ** np.arange(bends.size)).mean()))
