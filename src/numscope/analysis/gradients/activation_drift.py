"""How the size of what each layer returns changes over a training."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from numscope.analysis.concepts.training_ledger import grouped
from numscope.trace import Trace

_RETURNED = """
    select call.process, call.model, call.module, coalesce(call.step, 0) as step, p.mean, p.deviation
    from module_calls call join module_operands p on p.operation = call.id and p.role = 'returned' and p.item = 1
    where not call.met and call.phase = 'forward' and call.training and call.module not like '<%'
        and p.mean is not null and p.deviation is not null
    order by call.id
"""
_GROWN = 100.0


@dataclass(frozen=True)
class LayerDrift:
    """The root mean square of what one layer returns: median of the first quarter of the steps, and of the last."""

    layer: str
    first: float
    last: float

    @property
    def factor(self) -> float:
        """Return how many times the last is the first; infinite if that was zero."""
        return self.last / self.first if self.first else math.inf

    def __str__(self) -> str:
        return f"{self.layer}: {self.first:.3g} -> {self.last:.3g} ({self.factor:.3g} times)"


def activation_drift(trace: Trace) -> tuple[LayerDrift, ...]:
    """Return the drift of every layer that returned finite numbers in at least two steps, as they first ran."""
    layers = grouped(
        trace.ask(_RETURNED).to_pylist(), lambda row: (row["process"], row["model"], row["module"])
    )
    several = len({(process, model) for process, model, _ in layers}) > 1
    found = []
    for (_, model, module), rows in layers.items():
        by_step = grouped(rows, lambda row: int(row["step"]))
        sizes = [
            median(math.hypot(row["mean"], row["deviation"]) for row in same) for same in by_step.values()
        ]
        sizes = [size for size in sizes if math.isfinite(size)]
        if len(sizes) > 1:
            some = max(1, len(sizes) // 4)
            name = ".".join(part for part in (model if several or not module else "", module) if part)
            found.append(LayerDrift(name, median(sizes[:some]), median(sizes[-some:])))
    return tuple(found)


def growth_of(drift: Sequence[LayerDrift], losses: Sequence[float | None]) -> str:
    """Return that results grow beyond what any layer's were at first, while the loss does not fall; "": they do not."""
    known = [loss for loss in losses if loss is not None]
    some = max(1, len(known) // 4)
    if len(known) < 2 or median(known[-some:]) < median(known[:some]):
        return ""
    most = max((one.first for one in drift), default=0.0)
    large = [one for one in drift if one.factor > _GROWN and one.last > most]
    if not large:
        return ""
    worst = max(large, key=lambda one: one.last)
    return f"what {len(large)} of {len(drift)} layers return grows while the loss does not fall; {worst}"
