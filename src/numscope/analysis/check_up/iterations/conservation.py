"""Sums that stayed the same step after step, and then no longer did: a probability, a mass."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.iterations.loop_results import STATES
from numscope.analysis.check_up.iterations.series import Series, series_of
from numscope.analysis.check_up.iterations.watched_sums import is_watched

KIND = "sum"
_STEADY_STEPS = 4
# What rounding explains, and what it never does.
_EXACT = 1e-9
_BROKEN = 1e-4


def conservation(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines whose results added up to one number, and to another one later."""
    calls = [call for call in evidence.calls.values() if call.name in STATES]
    found: dict[object, tuple[int, Finding]] = {}
    for series in series_of(evidence, calls, 3, whole=True):
        step = _breaks_at(series)
        if step is None or is_watched(evidence, series.call, series.ids, series.count):
            continue
        operation = int(series.ids[step])
        if _is_tried(evidence, operation):
            continue
        place = series.call.file, series.call.function
        if place not in found or operation < found[place][0]:
            found[place] = (
                operation,
                finding_of(KIND, series.call, operation, 1, _problem(series, step), _FIX),
            )
    for _, finding in found.values():
        yield finding


def _is_tried(evidence: Evidence, operation: int) -> bool:
    """Return whether a library ran it inside a call of its own: a fit tries points, those of a derivative all alike."""
    (one,) = evidence.fetch([operation])
    return one.parent is not None


_FIX = "look at what this step writes at the borders and at clipped or dropped elements; divide by the sum if it is 1"


def _breaks_at(series: Series) -> int | None:
    """Return the first step whose sum is another one than that of the steps before; None if there is none."""
    total = series.total
    first = total[0]
    if not first > 0 or series.minimum[0] < 0 or series.size.max() > 1e12 * first:
        return None
    exact = _EXACT if series.dtype == "float64" else 1e-5
    off = np.abs(total - first) / first
    broken = np.flatnonzero(off > exact * 10)
    if broken.size == 0 or broken[0] < _STEADY_STEPS or off[-1] < _BROKEN:
        return None
    # A vector that never changes has a sum that says nothing.
    moved = np.ptp(series.maximum[: broken[0]]) > 1e-12 or np.ptp(series.deviation[: broken[0]]) > 1e-12
    step = int(broken[0])
    stays = (off[step:] > exact).all()
    is_probability = abs(first - 1) < exact * 10
    rises = total[step] > first
    return step if moved and stays and (rises or is_probability) else None


def _problem(series: Series, step: int) -> str:
    first, now, last = series.total[0], series.total[step], series.total[-1]
    what = "probability" if abs(first - 1) < 1e-4 else "sum"
    return (
        f"the {what} of {series.call.name}'s result was {first:.9g} for {step:,} steps, {now:.9g} in step "
        f"{step + 1:,}, and {last:.9g} in the last of {len(series):,}"
    )
