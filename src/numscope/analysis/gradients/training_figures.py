"""How a training goes, in figures: losses, learning rates, clipping, dead units, drift of activations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from numscope.analysis.concepts.training_losses import training_losses
from numscope.analysis.gradients.activation_drift import LayerDrift, activation_drift, growth_of
from numscope.analysis.gradients.clipping import Clipping, clippings
from numscope.analysis.gradients.rectified_units import RectifiedUnits, rectified_units
from numscope.operations.lore.gradients import STEP
from numscope.trace import Trace

_RATES = f"""
    select coalesce(a.integer, 0) as step, p.real as rate
    from operands p join operations o on p.operation = o.id
        left join attributes a on a.operation = o.id and a.place is null and a.name = 'step'
    where starts_with(o.name, '{STEP}') and p.role = 'argument' and p.name = 'lr' and p.real is not null
    order by p.operation, p.item
"""


@dataclass(frozen=True)
class TrainingFigures:
    """The figures of a training. losses, learning_rates: by step, of the first group of parameters; None: not known."""

    losses: tuple[float | None, ...]
    learning_rates: tuple[float | None, ...]
    clipping: tuple[Clipping, ...]
    units: tuple[RectifiedUnits, ...]
    drift: tuple[LayerDrift, ...]

    @property
    def problems(self) -> tuple[str, ...]:
        """What is wrong, a sentence each."""
        said = [one.problem for one in self.units if one.problem]
        growth = growth_of(self.drift, self.losses)
        if growth:
            said.append(growth)
        return tuple(said)


def training_figures(trace: Trace, steps: Sequence[int]) -> TrainingFigures:
    """Return the figures of the training whose steps these are."""
    losses: dict[int, float] = {}
    for row in training_losses(trace):
        losses[row["step"] or 0] = row["mean"]
    rates: dict[int, float] = {}
    for row in trace.ask(_RATES).to_pylist():
        rates.setdefault(row["step"], row["rate"])
    return TrainingFigures(
        tuple(losses.get(step) for step in steps),
        tuple(rates.get(step) for step in steps),
        clippings(trace),
        rectified_units(trace),
        activation_drift(trace),
    )
