"""Steps that a GradScaler left out, because unscaled gradients were not finite."""

from __future__ import annotations

from dataclasses import dataclass

from numscope.operations.lore.gradients import SCALE_UPDATE
from numscope.trace.reader import Trace

_UPDATES = f"""
    select found.maximum > 0 as skipped, scale.maximum as scale
    from operations o
        join operands found on found.operation = o.id and found.role = 'input' and found.name = 'found_inf'
        left join operands scale on scale.operation = o.id and scale.role = 'input' and scale.name = 'self'
    where o.name = '{SCALE_UPDATE}' order by o.id
"""


@dataclass(frozen=True)
class SkippedSteps:
    """steps: those left out, numbered from 0 among all that the scaler saw. of: how many it saw.

    scales: the scale in the first step and in the last; None where values were not looked at.
    """

    steps: tuple[int, ...]
    of: int
    scales: tuple[float | None, float | None]

    def __str__(self) -> str:
        some = ", ".join(map(str, self.steps[:8])) + (", ..." if len(self.steps) > 8 else "")
        first, last = (f"{scale:g}" if scale is not None else "?" for scale in self.scales)
        steps = "step" if len(self.steps) == 1 else "steps"
        return (
            f"GradScaler left out {len(self.steps)} of {self.of} steps, as gradients were not finite: {steps} {some}; "
            f"its scale was {first} at first and {last} at last"
        )


def skipped_steps(trace: Trace) -> SkippedSteps | None:
    """Return which steps a GradScaler left out; None if it left out none, or there is none."""
    updates = trace.ask(_UPDATES).to_pylist()
    steps = tuple(number for number, row in enumerate(updates) if row["skipped"])
    if not steps:
        return None
    return SkippedSteps(steps, len(updates), (updates[0]["scale"], updates[-1]["scale"]))
