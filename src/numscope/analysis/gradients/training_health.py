"""All that `numscope gradients` says of a training: the flow of gradients, what steps change, and its figures."""

from __future__ import annotations

from dataclasses import replace

from numscope.analysis.concepts.training_ledger import Ledger
from numscope.analysis.gradients.gradient_flow import (
    GradientFlow,
    LayerGradients,
    gradient_flow,
    name_on_rank,
)
from numscope.analysis.gradients.noise_scale import noise_scale
from numscope.analysis.gradients.training_figures import training_figures
from numscope.analysis.gradients.updates import Ratios, too_large, update_ratios
from numscope.trace import Trace


def training_health(trace: Trace) -> GradientFlow:
    """Return the flow of gradients with the ratios of update to weight, the noise scale, and the training's figures.

    Raises UsageError if the trace holds no gradients, or values were not looked at.
    """
    flow = gradient_flow(trace)
    ratios: dict[str, Ratios] = {}
    for (process, name), by_step in update_ratios(Ledger(trace), flow.steps).items():
        ratios.setdefault(name, by_step)
        if process in trace.ranks:
            ratios[name_on_rank(name, trace.ranks[process])] = by_step
    layers = tuple(_with_updates(layer, ratios.get(layer.name, ())) for layer in flow.layers)
    return replace(
        flow, layers=layers, noise=noise_scale(trace), training=training_figures(trace, flow.steps)
    )


def _with_updates(layer: LayerGradients, ratios: Ratios) -> LayerGradients:
    return replace(layer, updates=ratios, finding=layer.finding or too_large(ratios))
