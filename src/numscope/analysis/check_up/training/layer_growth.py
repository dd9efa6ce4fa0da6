"""Layers whose results grow a hundredfold while the loss does not fall."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.check_up.evidence import Evidence
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.training.set_up import construction
from numscope.analysis.concepts.training_losses import training_losses
from numscope.analysis.gradients.activation_drift import activation_drift, growth_of

KIND = "training"
_LEAST_STEPS = 8


def layer_growth(evidence: Evidence) -> Iterator[Finding]:
    """Yield the line that set up the optimiser under whose steps what layers return grows without use."""
    steps = evidence.ledger.steps
    if len(steps) < _LEAST_STEPS:
        return
    problem = growth_of(
        activation_drift(evidence.trace), [row["mean"] for row in training_losses(evidence.trace)]
    )
    place = construction(evidence.trace, steps[0]) if problem else None
    if place is not None:
        yield Finding(KIND, *place, None, steps[0].operation, len(steps), problem, _LOWER, "gradients T")


_LOWER = "lower the learning rate, add weight decay, or normalise what these layers return"
