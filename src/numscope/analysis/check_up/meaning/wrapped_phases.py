"""Differences of phases that jump by a whole turn: `angle` and `arctan2` go from pi to -pi."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import UNWRAPPED
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operation

KIND = "meaning"
_PHASES = ("angle", "arctan2", "atan2")
_DIFFERENCES = ("diff", "gradient", "ediff1d")
_NUMBERS = ("multiply", "divide", "mean", "sum", "polyfit", "median", "cumsum", "average")
_LEAST = 8


def wrapped_phases(evidence: Evidence) -> Iterator[Finding]:
    """Yield the phases whose differences jump back by a turn, and are computed with as they are."""
    phases = {
        one.outputs[0].hash: (call, one)
        for call, one in in_order(evidence, _PHASES)
        if one.outputs and len(one.outputs[0].shape or ()) == 1
    }
    found: set[int] = set()
    for _, operation in in_order(evidence, _DIFFERENCES) if phases else ():
        made = phases.get(operation.inputs[0].hash if operation.inputs else None)
        jumps = None if made is None or made[0].id in found else _jumps(operation)
        if made is None or jumps is None:
            continue
        if any(last_name(reader) not in _NUMBERS for reader in evidence.readers(operation)[:1]):
            continue
        if evidence.readers(operation):
            call, phase = made
            found.add(call.id)
            problem = (
                f"the phase goes round: {jumps[0]:,} of {jumps[1]:,} differences jump by a whole turn, and "
                f"`{last_name(operation)}` takes them as they are"
            )
            yield finding_of(KIND, call, phase.id, 1, problem, UNWRAPPED)


def _jumps(operation: Operation) -> tuple[int, int] | None:
    """Return how many differences of how many are jumps; None if there are none, or the phase has no course."""
    phase = numbers_of(operation.inputs[0])
    if phase is None or len(phase) < _LEAST or not np.isfinite(phase).all():
        return None
    steps = np.diff(phase)
    jumps = np.abs(steps) > np.pi
    others = np.abs(np.angle(np.exp(1j * steps)))
    # Of noise each step is large; of a course the steps are small once the turns are taken away.
    if not jumps.any() or np.median(others) > np.pi / 3 or jumps.mean() > 0.5:
        return None
    return int(jumps.sum()), len(steps)
