"""The flow of gradients: norms by parameter and step, and what is wrong with them in words."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

from numscope.analysis.gradients.noise_scale import NoiseScale
from numscope.analysis.gradients.skipped_steps import SkippedSteps, skipped_steps
from numscope.analysis.gradients.training_figures import TrainingFigures
from numscope.errors import UsageError
from numscope.trace.reader import Trace

# Root mean squares below this share of the largest of the same kind: the layer hardly learns.
VANISHING = 1e-4
# A norm that grows by this in training does not vanish: behind a layer that begins as zeros it is zero at first.
_GROWING = 10.0
# A bias whose gradient is below this share of its weight's is rounding noise: what follows subtracts it again (a
# normalisation, the softmax after an attention's keys), so it has no influence and learns nothing, in every good model.
_NOISE = 1e-4
# Norms that grow by this between the first steps and the last.
EXPLODING = 100.0

_ROWS = """
select p.operation, o.process, coalesce(a.integer, 0) as step, p.name, p.shape, p.data_bytes, p.mean, p.deviation,
    p.zeros, p.nans, p.positive_infinities + p.negative_infinities as infinities
from operand_contents p join called_operations o on p.operation = o.id
    left join attributes a on a.operation = o.id and a.place is null and a.name = 'step'
where o.name like 'optim::%' and p.role = 'input' and p.kind = 'array'
order by p.operation, p.place
"""


_WITHOUT = """
select p.name, bool_or(p.kind = 'array') learns from operand_layouts p join called_operations o on p.operation = o.id
where o.name like 'optim::%' and p.role = 'input' and p.name is not null
group by p.name order by min(p.operation), min(p.place)
"""


@dataclass(frozen=True)
class LayerGradients:
    """One parameter's gradients. norms: by step; NaN: not finite everywhere, None: there was no gradient.

    rms: median over the steps of the root mean square of an element. finding: what is wrong, or "". updates: by step
    the norm of the change over the parameter's; None: not known.
    """

    name: str
    shape: tuple[int, ...]
    norms: tuple[float | None, ...]
    rms: float
    finding: str
    updates: tuple[float | None, ...] = ()


@dataclass(frozen=True)
class GradientFlow:
    """All parameters, in the order of the model; steps: the training steps there are, in order.

    skipped: steps that a GradScaler left out, which are not among them. noise, training: their noise scale, and figures
    of the training, if they were asked for.
    """

    steps: tuple[int, ...]
    layers: tuple[LayerGradients, ...]
    skipped: SkippedSteps | None = None
    noise: NoiseScale | None = None
    training: TrainingFigures | None = None

    @property
    def found(self) -> int:
        """How many parameters have a finding."""
        return sum(bool(layer.finding) for layer in self.layers)

    @property
    def not_finite(self) -> bool:
        """Whether any gradient holds NaN or infinities."""
        return any(_is_of(_NOT_FINITE, layer) for layer in self.layers)

    @property
    def ordered(self) -> tuple[LayerGradients, ...]:
        """The parameters with those first that have a finding, in the order of the model otherwise."""
        return tuple(sorted(self.layers, key=lambda layer: not layer.finding))

    @property
    def verdicts(self) -> tuple[str, ...]:
        """What was found, a sentence for each kind of finding: "all 39 became NaN at step 17, first head.weight"."""
        of_gradients = (
            _verdict(self, kind) for kind in _KINDS if any(_is_of(kind, one) for one in self.layers)
        )
        return (*of_gradients, *(self.training.problems if self.training else ()))


@dataclass(frozen=True)
class _Gradient:
    norm: float
    rms: float
    dead: bool


def gradient_flow(trace: Trace) -> GradientFlow:
    """The gradients with which each optimiser step of the trace began.

    Raises UsageError if the trace holds none: no torch.optim.Optimizer stepped, or values were not looked at.
    """
    rows = trace.ask(_ROWS).to_pylist()
    skipped = skipped_steps(trace)
    if not rows:
        raise UsageError(
            "the trace holds no gradients: no torch.optim optimiser made a step on a model that was called."
            + (f" {skipped}." if skipped else "")
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
            name = name_on_rank(name, trace.ranks[row["process"]])
        shapes.setdefault(name, tuple(row["shape"] or ()))
        gradient = _gradient(row, math.prod(shapes[name]))
        if gradient is not None:
            found.setdefault(name, {})[row["step"]] = gradient
    rms = {name: _typical(list(by_step.values())) for name, by_step in found.items()}
    largest = _largest_of_kinds(rms)
    most = _largest_at_first(found.values())
    return GradientFlow(
        tuple(steps),
        tuple(
            LayerGradients(
                name,
                shapes[name],
                tuple(by_step[step].norm if step in by_step else None for step in steps),
                rms[name],
                _broken(by_step)
                or ("" if _is_noise(name, rms) else _unsound(by_step, rms[name], largest[_kind(name)], most)),
            )
            for name, by_step in found.items()
        ),
        skipped,
    )


def name_on_rank(name: str, rank: int) -> str:
    """Return how a parameter is called whose gradients are not the same on all ranks."""
    return f"{name} (rank {rank})"


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
    rows = trace.ask(_WITHOUT).to_pylist()
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


def _broken(by_step: dict[int, _Gradient]) -> str:
    """Return that a parameter's gradients were not finite, or all zero."""
    broken = [step for step, gradient in by_step.items() if math.isnan(gradient.norm)]
    if broken:
        return f"{_NOT_FINITE} {min(broken)} on"
    # In a first step all but the last layer may be: weights of heads often begin as zeros.
    if len(by_step) > 1 and all(gradient.dead for gradient in by_step.values()):
        return "dead: zero in every step"
    return ""


def _unsound(by_step: dict[int, _Gradient], rms: float, largest: float, most: float) -> str:
    """Return that a parameter's gradients explode or vanish.

    largest: the largest root mean square of its kind. most: the largest norm that any has in the first steps.
    """
    early, late = _ends(by_step)
    if len(by_step) > 1 and early > 0 and late / early >= EXPLODING and late > most:
        return f"exploding: {late / early:.0f} times what it was"
    if 0 < rms < VANISHING * largest and late <= _GROWING * early:
        return f"vanishing: {rms / largest:.0e} of the largest of its kind"
    return ""


def _ends(by_step: dict[int, _Gradient]) -> tuple[float, float]:
    """Return the median norms of the first and of the last quarter of the steps."""
    norms = [gradient.norm for gradient in by_step.values()]
    some = max(1, len(norms) // 4)
    return median(norms[:some]), median(norms[-some:])


def _largest_at_first(found: Iterable[dict[int, _Gradient]]) -> float:
    """Return the largest median norm that a parameter has in the first steps."""
    return max((early for early, _ in map(_ends, found) if math.isfinite(early)), default=0.0)


def _largest_of_kinds(rms: dict[str, float]) -> dict[str, float]:
    """Return the largest finite root mean square of each kind."""
    largest: dict[str, float] = {}
    for name, value in rms.items():
        kind = _kind(name)
        largest[kind] = max(largest.get(kind, 0.0), value if math.isfinite(value) else 0.0)
    return largest


def _kind(name: str) -> str:
    """Return what parameters of the same kind in other layers share: `layer.3.key.bias` is `layer.#.key.bias`."""
    return re.sub(r"\d+", "#", name)


def _is_noise(name: str, rms: dict[str, float]) -> bool:
    """Return whether a parameter is a bias without influence on the result."""
    owner, _, last = name.rpartition("bias")
    weight = rms.get(f"{owner}weight{last}", math.nan)
    return name.endswith("bias") and rms[name] < _NOISE * weight


# The kinds of findings, by how they begin, and what is said of one parameter and of several.
_NOT_FINITE = "NaN or Inf from step"
_KINDS = {
    _NOT_FINITE: ("became NaN or infinite", "became NaN or infinite"),
    "exploding": ("grows beyond what any was at first", "grow beyond what any was at first"),
    "vanishing": ("is far smaller than others of its kind", "are far smaller than others of their kind"),
    "dead": ("is zero in every step", "are zero in every step"),
    "replaced": (
        "belongs to a parameter that each step replaces",
        "belong to parameters that each step replaces",
    ),
}


def _is_of(kind: str, layer: LayerGradients) -> bool:
    return layer.finding.startswith(kind)


def _verdict(flow: GradientFlow, kind: str) -> str:
    layers = [layer for layer in flow.layers if _is_of(kind, layer)]
    many = "all" if len(layers) == len(flow.layers) > 1 else f"{len(layers)} of"
    text = f"{many} {len(flow.layers)} gradients {_KINDS[kind][len(layers) > 1]}"
    if kind != _NOT_FINITE:
        return f"{text}: {layers[0].name}{', ...' if len(layers) > 1 else ''}"
    begun = [
        next(i for i, norm in enumerate(one.norms) if norm is not None and math.isnan(norm)) for one in layers
    ]
    # The backward pass goes from the last layer to the first.
    first = [layer.name for layer, step in zip(layers, begun, strict=True) if step == min(begun)][-1]
    return f"{text} at step {flow.steps[min(begun)]}, first {first}"
