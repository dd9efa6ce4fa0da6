"""Steps of an optimiser that are far too large or too small for weights, and clipping that leaves next to nothing."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from numscope.analysis.check_up.evidence import Evidence
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.training.set_up import construction
from numscope.analysis.concepts.training_ledger import Ledger, Step, grouped
from numscope.analysis.gradients.clipping import clippings
from numscope.analysis.gradients.updates import Ratios, replaced_by, update_ratios
from numscope.user_code import is_user_file

KIND = "training"
_LEAST_STEPS = 8
# Where a loss is the sum over a batch, gradients of a fresh model are some hundred times what clipping usually leaves.
_TIGHT = 1e-3
# A thousand such steps change a thousandth.
_NOTHING = 1e-6


@dataclass(frozen=True)
class _Weight:
    """A parameter of two or more axes. step: the first that changed it."""

    name: str
    ratios: Ratios
    step: Step


def step_sizes(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that clip nearly all of each gradient, and that set up optimisers with steps of a wrong size."""
    if len(evidence.ledger.steps) < _LEAST_STEPS:
        return
    yield from _tight_clipping(evidence)
    yield from _wrong_updates(evidence)


def _tight_clipping(evidence: Evidence) -> Iterator[Finding]:
    for one in clippings(evidence.trace):
        steps = len(one.factors)
        if steps >= _LEAST_STEPS and max(one.factors) < _TIGHT and is_user_file(one.file):
            problem = (
                f"clipping multiplies gradients by {median(one.factors):.2g} (median) in each of {steps:,} steps: how "
                "large they are has no effect, only its limit has"
            )
            operation = evidence.ledger.steps[0].operation
            yield Finding(KIND, one.file, one.line, None, operation, steps, problem, _LIMIT, "gradients T")


def _wrong_updates(evidence: Evidence) -> Iterator[Finding]:
    """Yield what is wrong with the steps of each optimiser, with the line that made it."""
    by_optimizer = grouped(
        _weights(evidence.ledger), lambda one: (one.step.process, one.step.file, one.step.line)
    )
    for weights in by_optimizer.values():
        said, step = _problem(weights), weights[0].step
        place = construction(evidence.trace, step) if said else None
        if said and place:
            steps = max(_count(one.ratios) for one in weights)
            yield Finding(KIND, *place, None, step.operation, steps, *said, "gradients T")


def _weights(ledger: Ledger) -> Iterator[_Weight]:
    ratios = update_ratios(ledger, sorted({step.number for step in ledger.steps}))
    by_number = {(step.process, step.number): step for step in ledger.steps}
    for parameter in ledger.parameters:
        known = ratios.get((parameter.process, parameter.name), ())
        # A bias near zero changes by more than its size in a good training, too.
        if len(parameter.shape) < 2 or _count(known) < _LEAST_STEPS:
            continue
        first = next(one for one in ledger.updates(parameter) if one.by_optimizer)
        step = by_number.get((parameter.process, first.step))
        if step:
            yield _Weight(parameter.name, known, step)


def _problem(weights: Sequence[_Weight]) -> tuple[str, str] | None:
    """Return (what is wrong with the steps that change these weights, what to do)."""
    replaced = [(one.name, by) for one in weights if (by := replaced_by(one.ratios)) is not None]
    if replaced:
        name, by = replaced[0]
        others = f" ({len(replaced)} such weights)" if len(replaced) > 1 else ""
        return (
            f"each step changes {name} by {by:.2g} times its size{others}: it replaces what was learnt",
            _LOWER,
        )
    largest = max(ratio for one in weights for ratio in one.ratios if ratio is not None)
    if largest >= _NOTHING:
        return None
    most = f" by more than {largest:.1g} of its size" if largest else ""
    return f"no step changes any of {len(weights)} weights{most}", _RAISE


def _count(ratios: Ratios) -> int:
    """Return in how many steps the ratio is known and finite."""
    return sum(ratio is not None and math.isfinite(ratio) for ratio in ratios)


_LIMIT = (
    "raise the limit to about the usual norm of the gradients, unscale them before they are clipped, or take the mean "
    "over the batch in place of the sum"
)
_LOWER = "lower the learning rate"
_RAISE = "raise the learning rate, or look for what makes gradients so small"
