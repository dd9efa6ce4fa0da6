"""Training that does not train: parameters without a gradient, a loss that no longer falls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.training.cut_numbers import cut_numbers
from numscope.analysis.check_up.training.dead_units import dead_units
from numscope.analysis.check_up.training.layer_growth import layer_growth
from numscope.analysis.check_up.training.step_sizes import step_sizes
from numscope.analysis.check_up.training.without_gradient import without_gradient
from numscope.analysis.concepts.training_losses import training_losses
from numscope.analysis.gradients.gradient_flow import LayerGradients, gradient_flow
from numscope.analysis.gradients.gradient_flow import without_gradient as names_without_gradient
from numscope.errors import UsageError
from numscope.operations.traits import Trait, has_sql

KIND = "training"
_LEAST_STEPS = 5
_LEAST_FOR_TREND = 16
_RISEN = 10.0
_EXPLODED = 1e4
_SAME = 1e-7
_DEAD_STEPS = 3


def training(evidence: Evidence) -> Iterator[Finding]:
    """Yield what keeps a model from learning."""
    losses = _losses(evidence)
    if losses is not None:
        yield from _loss_finding(evidence, *losses)
    dead = list(dead_units(evidence))
    yield from dead
    yield from list(without_gradient(evidence)) or _without_gradient(evidence, explained=bool(dead))
    yield from cut_numbers(evidence)
    yield from step_sizes(evidence)
    yield from layer_growth(evidence)


def _losses(evidence: Evidence) -> tuple[Call, Any, Any] | None:
    """Return the line of the loss, and its number and value in each step: what the backward passes began with."""
    if not evidence.ledger.calls:
        return None  # no layer was called: looking for that among all operands takes long
    rows = training_losses(evidence.trace)
    if len(rows) < _LEAST_STEPS or rows[-1]["call"] not in evidence.calls:
        return None
    call = evidence.calls[rows[-1]["call"]]
    return (
        call,
        np.asarray([row["forward"] for row in rows]),
        np.asarray([row["mean"] for row in rows], float),
    )


def _loss_finding(evidence: Evidence, call: Call, ids: Any, losses: Any) -> Iterator[Finding]:
    broken = _first_broken(losses)
    if broken is not None:
        problem = f"the loss is not finite from step {broken + 1} of {len(losses):,} on: no later step learns anything"
        yield finding_of(KIND, call, int(ids[broken]), len(losses) - broken, problem, _BROKEN, "nan T")
        return
    steps, first = len(losses), float(np.median(losses[:3]))
    scale = max(abs(first), 1e-30)
    if (np.abs(losses - losses[0]) <= _SAME * scale).all() and steps >= _LEAST_STEPS:
        problem = f"the loss is {losses[0]:.6g} in each of {steps:,} steps: no step changes what it is computed from"
        yield finding_of(KIND, call, int(ids[0]), steps, problem, _UNCHANGED, "gradients T")
    elif steps >= 2 * _LEAST_STEPS and first > 0 and losses[-1] > _RISEN * first and _rises(losses):
        best = int(np.argmin(losses))
        last = f"{losses[-1]:.4g} in step {steps}"
        problem = (
            f"the loss grows: {first:.4g} at first, {losses[best]:.4g} at best (step {best + 1}), {last}"
        )
        yield finding_of(KIND, call, int(ids[best]), steps, problem, _SMALLER, "gradients T")
    elif min(np.median(losses[1:]), losses[-1]) > _EXPLODED * losses[0] > 0:
        largest = int(np.argmax(losses))
        problem = (
            f"the loss explodes: {losses[0]:.4g} in step 1, {losses[largest]:.4g} in step {largest + 1}, "
            f"{losses[-1]:.4g} in step {steps}"
        )
        yield finding_of(KIND, call, int(ids[largest]), steps, problem, _EXPLODES, "gradients T")
    elif steps >= _LEAST_FOR_TREND:
        yield from _turned(call, ids, losses, first)


def _first_broken(losses: Any) -> int | None:
    """Return from which step on all losses are NaN or infinite; None: the last two are not."""
    finite = np.flatnonzero(np.isfinite(losses))
    first = int(finite[-1]) + 1 if finite.size else 0
    return first if first < len(losses) - 1 else None


_BROKEN = "see where that began (`nan T`): gradients of such a loss make all parameters NaN"
_UNCHANGED = (
    "check that the optimiser has these parameters, that nothing is detached, and that `step()` is called"
)
_EXPLODES = (
    "scale the inputs and targets (to a deviation of about 1), lower the learning rate, or clip gradients"
)
_SMALLER = (
    "lower the learning rate, clip gradients, check the sign of the loss, set gradients to zero in each step"
)


def _rises(losses: Any) -> bool:
    late = losses[-max(3, len(losses) // 4) :]
    return bool(np.median(np.diff(late)) > 0)


def _turned(call: Call, ids: Any, losses: Any, first: float) -> Iterator[Finding]:
    """Judge a loss that fell, and then lost most of what it had gained for good."""
    window = max(3, len(losses) // 8)
    smooth = np.asarray([np.median(losses[i : i + window]) for i in range(len(losses) - window + 1)])
    best = int(np.argmin(smooth))
    gained, last = first - smooth[best], smooth[-1]
    if gained > 0.5 * abs(first) and last - smooth[best] > 0.8 * gained and best < len(smooth) // 2:
        problem = (
            f"the loss fell from {first:.4g} to {smooth[best]:.4g} by step {best + 1}, no longer falls since, and is "
            f"back at {last:.4g} in step {len(losses)}"
        )
        yield finding_of(KIND, call, int(ids[best]), len(losses), problem, _SMALLER, "gradients T")


def _without_gradient(evidence: Evidence, *, explained: bool) -> Iterator[Finding]:
    """Yield parameters without a gradient. explained: it is said already why some got zeros only."""
    try:
        flow = gradient_flow(evidence.trace)
    except UsageError:
        return
    if len(flow.steps) < _DEAD_STEPS:
        return
    yield from _left_out(evidence, len(flow.steps))
    names = _dead(flow.layers)
    if explained or not names or len(names) == len(flow.layers):
        return
    line = _step_line(evidence)
    if line is not None:
        shown = _listed(names)
        problem = f"{len(names)} of {len(flow.layers)} parameters got no gradient in {len(flow.steps)} steps: {shown}"
        yield finding_of(KIND, line[0], line[1], len(flow.steps), problem, _NO_GRADIENT, "gradients T")


def _dead(layers: tuple[LayerGradients, ...]) -> list[str]:
    """Return the parameters that only got zeros, of layers whose weights all did.

    One weight of several may have nothing to do: of a backward recurrence the hidden one, where only the last output
    is read.
    """
    weights: dict[str, list[bool]] = {}
    for layer in layers:
        if len(layer.shape) > 1:
            weights.setdefault(layer.name.rpartition(".")[0], []).append(layer.finding.startswith("dead"))
    return [
        layer.name
        for layer in layers
        if layer.finding.startswith("dead") and all(weights.get(layer.name.rpartition(".")[0], [True]))
    ]


_NO_GRADIENT = (
    "look for `detach()`, `no_grad()`, `.data`, an activation that is always 0, a layer that is not called"
)


def _left_out(evidence: Evidence, steps: int) -> Iterator[Finding]:
    """Yield parameters that no step found a gradient of: their `.grad` stayed None."""
    names, count = names_without_gradient(evidence.trace)
    line = _step_line(evidence) if names and len(names) < count else None
    if line is not None:
        problem = (
            f"{len(names)} of {count} parameters have no gradient in any of {steps} steps, `.grad` is None: "
            f"{_listed(names)}"
        )
        yield finding_of(KIND, line[0], line[1], steps, problem, _UNUSED, "gradients T")


_UNUSED = "the loss does not depend on them: call these layers, or freeze them on purpose with `requires_grad_(False)`"


def _listed(names: list[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def _step_line(evidence: Evidence) -> tuple[Call, int] | None:
    # Of frames, a step of an optimiser is the one that is no node of the backward graph.
    rows = evidence.trace.ask(
        f"""
        select o.id, call, user_file, user_line from called_operations o
        where {has_sql("traits", Trait.FRAME)} and not {has_sql("traits", Trait.GRAPH_NODE)} order by o.id limit 1
        """
    ).to_pylist()
    if not rows:
        return None
    row = rows[0]
    place = row["user_file"] or "?", row["user_line"] or 0
    call = Call(row["call"], "step", "optimizer step", 0, *place, None, "call", "")
    return call, row["id"]
