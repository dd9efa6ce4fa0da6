"""The flow of gradients: norms by parameter and step, and what is wrong with them in words."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import median

from numscope.errors import UsageError
from numscope.trace.reader import Trace

# Root mean squares below this share of the largest layer's: the layer hardly learns.
VANISHING = 1e-4
# Norms that grow by this between the first steps and the last.
EXPLODING = 100.0

_ROWS = """
select p.operation, o.process, coalesce(a.integer, 0) as step, p.name, p.shape, p.data_bytes, p.mean, p.deviation,
    p.zeros, p.nans, p.positive_infinities + p.negative_infinities as infinities
from operands p join operations o on p.operation = o.id
    left join attributes a on a.operation = o.id and a.place is null and a.name = 'step'
where o.name like 'optim::%' and p.role = 'input' and p.kind = 'array'
order by p.operation, p.place
"""


_WITHOUT = """
select p.name, bool_or(p.kind = 'array') learns from operands p join operations o on p.operation = o.id
where o.name like 'optim::%' and p.role = 'input' and p.name is not null
group by p.name order by min(p.operation), min(p.place)
"""


@dataclass(frozen=True)
class LayerGradients:
    """One parameter's gradients. norms: by step; NaN: not finite everywhere, None: there was no gradient.

    rms: median over the steps of the root mean square of an element. finding: what is wrong, or "".
    """

    name: str
    shape: tuple[int, ...]
    norms: tuple[float | None, ...]
    rms: float
    finding: str


@dataclass(frozen=True)
class GradientFlow:
    """All parameters, in the order of the model; steps: the training steps there are, in order."""

    steps: tuple[int, ...]
    layers: tuple[LayerGradients, ...]

    @property
    def found(self) -> int:
        """How many parameters have a finding."""
        return sum(bool(layer.finding) for layer in self.layers)


@dataclass(frozen=True)
class _Gradient:
    norm: float
    rms: float
    dead: bool


def gradient_flow(trace: Trace) -> GradientFlow:
    """The gradients with which each optimiser step of the trace began.

    Raises UsageError if the trace holds none: no torch.optim.Optimizer stepped, or values were not looked at.
    """
    rows = trace.sql(_ROWS).to_pylist()
    if not rows:
        raise UsageError(
            "the trace holds no gradients: no torch.optim optimiser made a step on a model that was called."
        )
    if all(row["zeros"] is None for row in rows):
        raise UsageError("gradients were not looked at: record with --values stats, or full.")
    steps = sorted({row["step"] for row in rows})
    found: dict[str, dict[int, _Gradient]] = {}
    shapes: dict[str, tuple[int, ...]] = {}
    ranks = _differing_ranks(trace, rows)
    for row in rows:
        name = row["name"] or "?"
        if name in ranks:
            name = f"{name} (rank {trace.ranks[row['process']]})"
        shapes.setdefault(name, tuple(row["shape"] or ()))
        gradient = _gradient(row, math.prod(shapes[name]))
        if gradient is not None:
            found.setdefault(name, {})[row["step"]] = gradient
    rms = {name: _typical(list(by_step.values())) for name, by_step in found.items()}
    largest = max((value for value in rms.values() if value > 0), default=0.0)
    return GradientFlow(
        tuple(steps),
        tuple(
            LayerGradients(
                name,
                shapes[name],
                tuple(by_step[step].norm if step in by_step else None for step in steps),
                rms[name],
                _finding(by_step, rms[name], largest),
            )
            for name, by_step in found.items()
        ),
    )


def _differing_ranks(trace: Trace, rows: list[dict[str, object]]) -> set[object]:
    """Return the parameters whose gradients are not the same on all ranks: these get a row for each rank."""
    ranks = trace.ranks
    seen: dict[tuple[object, object], dict[object, tuple[object, ...]]] = {}
    for row in rows:
        if row["process"] in ranks:
            numbers = tuple(row[name] for name in ("mean", "deviation", "nans", "infinities"))
            seen.setdefault((row["name"] or "?", row["step"]), {})[row["process"]] = numbers
    return {name for (name, _), by_rank in seen.items() if len(set(map(repr, by_rank.values()))) > 1}


def without_gradient(trace: Trace) -> tuple[list[str], int]:
    """Return the parameters that no step found a gradient of, and how many parameters there are in all."""
    rows = trace.sql(_WITHOUT).to_pylist()
    return [row["name"] for row in rows if not row["learns"]], len(rows)


def _gradient(row: dict[str, object], count: int) -> _Gradient | None:
    numbers = {name: row[name] for name in ("mean", "deviation", "zeros", "nans", "infinities")}
    if numbers["zeros"] is None:
        return None
    mean, deviation, zeros, nans, infinities = (float(str(value)) for value in numbers.values())
    if nans or infinities:
        return _Gradient(math.nan, math.nan, False)
    square = mean * mean + deviation * deviation
    return _Gradient(math.sqrt(count * square), math.sqrt(square), count > 0 and zeros == count)


def _typical(gradients: list[_Gradient]) -> float:
    finite = [gradient.rms for gradient in gradients if math.isfinite(gradient.rms)]
    return median(finite) if finite else math.nan


def _finding(by_step: dict[int, _Gradient], rms: float, largest: float) -> str:
    broken = [step for step, gradient in by_step.items() if math.isnan(gradient.norm)]
    if broken:
        return f"NaN or Inf from step {min(broken)} on"
    if all(gradient.dead for gradient in by_step.values()):
        return "dead: zero in every step"
    norms = [gradient.norm for gradient in by_step.values()]
    some = max(1, len(norms) // 4)
    early, late = median(norms[:some]), median(norms[-some:])
    if len(norms) > 1 and early > 0 and late / early >= EXPLODING:
        return f"exploding: {late / early:.0f} times what it was"
    if largest and rms < VANISHING * largest:
        return f"vanishing: {rms / largest:.0e} of the largest layer's"
    return ""
