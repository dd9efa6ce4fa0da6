"""How a training goes: its loss and its gradients against their beginning, and how much the first steps change."""

from __future__ import annotations

import math
from collections.abc import Iterator
from statistics import median

from numscope.analysis.concepts.step_changes import step_changes
from numscope.analysis.concepts.training_ledger import Ledger, Parameter, Step, grouped
from numscope.analysis.concepts.training_losses import training_losses
from numscope.analysis.learn.observation import Observation

# Steps that make a beginning, and of which a median is taken.
_SOME = 3
_MOST_OPERATIONS = 300


def trends(ledger: Ledger, gradients: list[Observation]) -> Iterator[Observation]:
    """Yield losses and norms of gradients, divided by the first ones, and the share of weights that steps change.

    gradients: the norm of each parameter's.
    """
    yield from _loss(ledger)
    yield from _norms(ledger, gradients)
    yield from _changed(ledger)


def _loss(ledger: Ledger) -> Iterator[Observation]:
    rows = [row for row in training_losses(ledger.trace) if math.isfinite(row["mean"])]
    for at, ratio in _against_the_first([float(row["mean"]) for row in rows]):
        row = rows[at]
        place = row["forward"], int(row["step"] or 0), row["file"], row["line"] or 0
        yield Observation("loss", "the loss", ratio, *place)


def _norms(ledger: Ledger, gradients: list[Observation]) -> Iterator[Observation]:
    squares: dict[int, float] = {}
    for one in gradients:
        squares[one.operation] = squares.get(one.operation, 0.0) + float(one.value) ** 2
    for same in grouped(ledger.steps, lambda step: (step.process, step.name)).values():
        steps = [step for step in same if step.operation in squares]
        for at, ratio in _against_the_first([math.sqrt(squares[step.operation]) for step in steps]):
            yield _observed("norm", f"a model that {same[0].name} steps", ratio, steps[at])


def _against_the_first(numbers: list[float]) -> Iterator[tuple[int, float]]:
    """Yield places behind the beginning with the median up to there, divided by that of the beginning."""
    first = median(numbers[:_SOME]) if len(numbers) > _SOME else 0.0
    if first > 0:
        for at in range(_SOME, len(numbers)):
            yield at, median(numbers[at - _SOME + 1 : at + 1]) / first


def _changed(ledger: Ledger) -> Iterator[Observation]:
    """Yield of each of the first steps the norm of its change of a model's weights, divided by theirs.

    Asked are values that the trace kept; a step of which one is missing is left out.
    """
    for same in grouped(ledger.steps, lambda step: (step.process, step.name)).values():
        for step in same[:_SOME]:
            written = {
                one: [
                    write.operation
                    for write in ledger.updates(one)
                    if write.by_optimizer and write.step == step.number
                ]
                for one in ledger.parameters
                if one.process == step.process
            }
            for model, members in grouped(
                (one for one, writes in written.items() if writes), lambda one: one.model
            ).items():
                share = _share(ledger, {one: written[one] for one in members})
                if share is not None:
                    yield _observed("change", f"{model} by {step.name}", share, step)


def _share(ledger: Ledger, written: dict[Parameter, list[int]]) -> float | None:
    """Return the norm of the change of all parameters, divided by theirs before; None if a value is missing."""
    wanted = {operation for writes in written.values() for operation in (writes[0], writes[-1])}
    if len(wanted) > _MOST_OPERATIONS:
        return None
    changes = step_changes(ledger, written).values()
    known = [one for one in changes if one is not None]
    size = sum(one.size for one in known)
    if len(known) < len(changes) or not size:
        return None
    return math.sqrt(sum(one.change for one in known) / size)


def _observed(kind: str, subject: str, value: float, step: Step) -> Observation:
    return Observation(kind, subject, value, step.operation, step.number, step.file, step.line)
