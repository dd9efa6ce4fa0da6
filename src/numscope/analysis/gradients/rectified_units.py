"""Units behind a ReLU that are 0 for every row of every step that was looked at: dead, they learn nothing."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.training_ledger import grouped
from numscope.analysis.gradients.updates import spread
from numscope.operations.lore.gradients import RECTIFIERS
from numscope.trace import Operation, Trace

_MOST_CALLS = 24
# Fewer observations of a unit than this say nothing about it.
_LEAST_SAMPLES = 8
_RECTIFIED = f"""
    select o.id, o.process, m.model, m.module, p.shape, i.hash_low as low, i.hash_high as high
    from called_operations o join modules m on m.operation = o.id
        join operand_layouts p on p.operation = o.id and p.role in ('output', 'mutated') and p.kind = 'array'
        left join operand_contents i on i.operation = o.id and i.role = 'input' and i.kind = 'array'
    where o.name in {RECTIFIERS} and m.module is not null and coalesce(m.phase, 'forward') = 'forward'
        and len(p.shape) > 1
    order by o.id
"""
# Operators whose results have a unit to each place of the second axis, whatever lies behind it.
_CHANNELS = """
    select distinct p.hash_low as low, p.hash_high as high
    from operand_contents p join called_operations o on p.operation = o.id
    where p.hash_low in (select unnest(?::ubigint[])) and p.role = 'output'
        and (contains(o.name, 'conv') or contains(o.name, 'batch_norm') or contains(o.name, 'instance_norm'))
"""


@dataclass(frozen=True)
class RectifiedUnits:
    """The units behind one layer's ReLU. first: the operation of the first call.

    dead: those that were 0 for all of `samples` rows (of a convolution: places, too) in all of `calls` calls. late:
    those that were 0 in the second half of these calls; died: those of them that were not in the first.
    """

    layer: str
    units: int
    dead: int
    late: int
    died: int
    samples: int
    calls: int
    first: int

    @property
    def problem(self) -> str:
        """What is wrong; "" if the dead are no more than chance makes of a layer."""
        if self.calls < 2 or self.samples < _LEAST_SAMPLES:
            return ""
        if self.dead == self.units:
            return f"all {self.units} units of {self.layer} are 0 for all of {self.samples:,} samples: none learns"
        # If all rows are alike, each unit of a fresh layer is dead with a chance of one half.
        by_chance = self.units / 2 + 3 * math.sqrt(self.units) / 2
        if self.late > by_chance and 2 * self.died > self.units:
            return f"{self.died} of {self.units} units of {self.layer} died: 0 for all samples of the later steps"
        return ""

    def __str__(self) -> str:
        return f"{self.layer}: {self.dead} of {self.units} units ({self.dead / self.units:.0%})"


def rectified_units(trace: Trace) -> tuple[RectifiedUnits, ...]:
    """Return the layers with a ReLU whose results the trace kept, in the order in which they first ran."""
    rows = trace.ask(_RECTIFIED).to_pylist()
    axes = _unit_axes(trace, rows)
    layers = grouped(
        rows, lambda row: (row["process"], row["model"], row["module"], row["shape"][axes[row["id"]]])
    )
    several = len({(process, model) for process, model, _, _ in layers}) > 1
    found = []
    for (_, model, module, units), members in layers.items():
        ids = spread([row["id"] for row in members], _MOST_CALLS)
        name = ".".join(part for part in (model if several or not module else "", module) if part)
        one = _looked_at(name, units, trace.operations.fetch(ids), axes)
        if one is not None:
            found.append(one)
    return tuple(found)


def _unit_axes(trace: Trace, rows: Sequence[dict[str, Any]]) -> dict[int, int]:
    """Return which axis has the units: the second of images, the last of rows and sequences."""
    unsure = [row["low"] for row in rows if len(row["shape"]) == 3 and row["low"] is not None]
    made = trace.ask(_CHANNELS, [unsure]).to_pylist() if unsure else []
    channels = {(row["low"], row["high"]) for row in made}
    return {
        row["id"]: 1 if len(row["shape"]) != 3 or (row["low"], row["high"]) in channels else 2 for row in rows
    }


def _looked_at(
    layer: str, units: int, operations: Iterable[Operation], axes: dict[int, int]
) -> RectifiedUnits | None:
    alive, looked_at, samples = [], [], 0
    for operation in operations:
        made = next((one for one in operation.operands if one.role in ("output", "mutated")), None)
        values = None if made is None else numbers_of(made)
        if values is not None and values.ndim > 1:
            axis = axes[operation.id]
            alive.append((values != 0).any(axis=tuple(one for one in range(values.ndim) if one != axis)))
            samples += values.size // units
            looked_at.append(operation.id)
    if not alive:
        return None
    half = len(alive) // 2
    early = np.any(alive[:half], axis=0) if half else np.zeros(units, bool)
    late = ~np.any(alive[half:], axis=0)
    return RectifiedUnits(
        *(layer, units, int((late & ~early).sum()), int(late.sum()), int((late & early).sum())),
        *(samples, len(alive), looked_at[0]),
    )
