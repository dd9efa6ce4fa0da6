"""Iterations that run away without reaching NaN: a step too large, a scheme that is not stable."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from numscope.analysis.advise.dependence import depends_on_itself
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.iterations.amplification import amplification
from numscope.analysis.check_up.iterations.sawtooth import sawtooth
from numscope.analysis.check_up.iterations.series import Series, series_of
from numscope.analysis.check_up.iterations.step_lines import step_line
from numscope.analysis.concepts.line_names import place_beside

KIND = "growth"
# A state is updated by these; a power series or a factor only multiplies.
_UPDATES = ("add", "subtract", "sub", "matmul", "dot", "mm", "__setitem__")
# From the first doubling on, the size has to grow by this in all if signs alternate, or by the second if they do not.
_ALTERNATING = 1e3
_FAR = 1e12
_STEADY = 0.9


def growth(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines whose results double again and again until the run ends, one a function."""
    calls = [call for call in evidence.calls.values() if call.name in _UPDATES]
    found: dict[object, tuple[int, Finding]] = {}
    all_series = list(series_of(evidence, calls))
    for series in all_series:
        finding = _judge(evidence, series)
        place, line = (series.call.file, series.call.function), series.call.line
        # Of the lines of one loop the last holds the state.
        if finding is not None and (place not in found or line > found[place][0]):
            found[place] = line, finding
    yield from (finding for _, finding in found.values())
    # What a larger number of the same array hides, such as a hot end.
    grids = [one for one in all_series if (one.call.file, one.call.function) not in found]
    saws = list(sawtooth(evidence, grids))
    yield from saws
    seen = {one.function for one in saws}
    yield from amplification(evidence, [one for one in grids if one.call.function not in seen])


def _judge(evidence: Evidence, series: Series) -> Finding | None:
    size = series.size
    start = _first_doubling(size)
    if start is None:
        return None
    ratios = size[start:][1:] / size[start:][:-1]
    grown = size[-1] / size[start - 1]
    if len(ratios) < 4 or (ratios > 1).mean() < _STEADY or not np.isfinite(grown):
        return None
    alternates = _alternates(series, start)
    if grown < (_ALTERNATING if alternates else _FAR) or not _feeds_itself(evidence, series):
        return None
    rate = float(np.median(ratios))
    signs = ", its sign alternating" if alternates else ""
    chosen = step_line(evidence, series.call)
    where = f" in {place_beside(series.call.file, series.call.line, chosen[0])}" if chosen else ""
    problem = (
        f"the result of {series.call.name}{where} grows without end: doubled first at step {start + 1} of "
        f"{len(series):,}, by {rate:.3g} each step{signs}; from {size[start - 1]:.3g} to {size[-1]:.3g}"
    )
    shown = replace(series.call, file=chosen[0], line=chosen[1]) if chosen else series.call
    return finding_of(KIND, shown, int(series.ids[start]), len(series), problem, _fix(alternates))


def _fix(alternates: bool) -> str:
    if alternates:
        return (
            "take a smaller step, or an implicit scheme: the step times the steepest slope is above its limit"
        )
    return "normalise in each step, or take a smaller step or factor, or an implicit scheme"


def _first_doubling(size: Any) -> int | None:
    """Return the step after which the size never again is below twice what it was first."""
    first = np.median(size[: max(1, len(size) // 10)])
    if first <= 0 or not np.isfinite(size).all():
        return None
    below = np.flatnonzero(size < 2 * first)
    start = int(below[-1]) + 1 if below.size else 1
    return start if start < len(size) - 3 else None


def _alternates(series: Series, start: int) -> bool:
    """Return whether results change their sign from step to step, as a whole or in their extremes."""
    for values in (series.mean[start:], _leading(series)[start:]):
        signs = np.sign(values)
        if (signs[1:] * signs[:-1] < 0).mean() > _STEADY:
            return True
    # Waves in space of both signs, equally large: what an unstable scheme makes of its shortest waves.
    balance = np.abs(series.maximum + series.minimum)[start:] / series.size[start:]
    return series.count >= 4 and float(np.median(balance[-4:])) < 0.25


def _leading(series: Series) -> Any:
    """Return the element of the largest absolute value of each result, with its sign."""
    return np.where(np.abs(series.minimum) > np.abs(series.maximum), series.minimum, series.maximum)


def _feeds_itself(evidence: Evidence, series: Series) -> bool:
    """Return whether a step works with what the step before it left."""
    call: Call = series.call
    return depends_on_itself(evidence.trace, call.file, call.line, call.full_name)
