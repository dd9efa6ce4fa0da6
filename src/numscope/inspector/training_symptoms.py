"""Symptoms in how a model trains: gradients, what is unused, what is normalised alone."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.inspector.finding import Finding, listed
from numscope.inspector.recording import Recording
from numscope.inspector.series import BATCH_NORMS, Series

_FAR_APART = 1e3
_ENOUGH_LAYERS = 3


def gradient_flow(recording: Recording) -> Iterator[Finding]:
    """Compare the gradients of the layers with those of the last one, where the backward pass begins."""
    gradients = _gradients_in_forward_order(recording)
    for model in dict.fromkeys(series.layer.model for series in gradients):
        yield from _flow_of([series for series in gradients if series.layer.model == model])


def _flow_of(gradients: list[Series]) -> Iterator[Finding]:
    sizes = {one.layer.name: one.total().rms for one in gradients if one.total().count}
    if len(sizes) < _ENOUGH_LAYERS:
        return
    none = [name for name, size in sizes.items() if size == 0]
    if none:
        yield Finding(
            "zero-gradients",
            tuple(none),
            f"the gradients of {listed(none)} are exactly zero",
            "look for dead or saturated units behind these layers, for detach() or a mask, and at the loss",
            {"layers": len(none)},
        )
    flowing = {name: size for name, size in sizes.items() if size > 0}
    if len(flowing) < _ENOUGH_LAYERS:
        return
    last_name, last = list(flowing.items())[-1]
    yield from _far_from_last(last_name, {name: size / last for name, size in flowing.items()})


def _far_from_last(last: str, ratios: dict[str, float]) -> Iterator[Finding]:
    factor = next(iter(ratios.values())) ** (1 / (len(ratios) - 1))
    small = [name for name, ratio in ratios.items() if ratio < 1 / _FAR_APART]
    if small:
        least = min(ratios, key=ratios.__getitem__)
        yield Finding(
            "vanishing-gradients",
            tuple(small),
            f"gradients vanish: those of {least or '(model)'} are {ratios[least]:.1e} times those of "
            f"{last or '(model)'}, {factor:.2g} per layer",
            "use residual connections, normalisation, ReLU-like activations and an initialisation that "
            "fits them; "
            "for recurrent layers gating or shorter sequences",
            {"ratio": ratios[least], "per_layer": factor},
        )
    large = [name for name, ratio in ratios.items() if ratio > _FAR_APART]
    if large:
        most = max(ratios, key=ratios.__getitem__)
        yield Finding(
            "exploding-gradients",
            tuple(large),
            f"gradients explode: those of {most or '(model)'} are {ratios[most]:.1e} times those of "
            f"{last or '(model)'}, {factor:.2g} per layer",
            "clip gradients (torch.nn.utils.clip_grad_norm_), lower the learning rate, use a smaller "
            "initialisation or normalisation",
            {"ratio": ratios[most], "per_layer": factor},
        )


def _gradients_in_forward_order(recording: Recording) -> list[Series]:
    arrived = recording.series(kind="gradients")
    if arrived:
        return arrived[::-1]  # the backward pass comes from the other end
    weights = recording.series(kind="weight_gradients")
    positions = {layer: position for position, layer in enumerate(recording.layers)}
    return sorted(
        (series for series in weights if series.place == "weight"), key=lambda series: positions[series.layer]
    )


def unused_parameters(recording: Recording) -> Iterator[Finding]:
    """Name parameters that are trained and got no gradient from the backward pass."""
    names = recording.unused_parameters
    if names:
        yield Finding(
            "unused-parameters",
            tuple(dict.fromkeys(name.rpartition(".")[0] for name in names)),
            f"{len(names)} trainable parameters got no gradient: {listed(names)}",
            "remove or freeze what isn't used, look for a forgotten call or a detach(); "
            "DistributedDataParallel "
            "needs find_unused_parameters=True for such models",
            {"parameters": len(names)},
        )


def normalised_alone(recording: Recording) -> Iterator[Finding]:
    """Name batch normalisations that were trained on batches of one sample."""
    names = list(
        dict.fromkeys(
            series.layer.name
            for series in recording.series()
            if series.kind in ("activations", "inputs")
            and issubclass(series.layer.module_type, BATCH_NORMS)
            and series.layer.training
            and series.smallest_batch == 1
        )
    )
    if names:
        yield Finding(
            "batch-of-one",
            tuple(names),
            f"{listed(names)}: batch normalisation in training mode over a batch of 1 sample, whose "
            "statistics are "
            "the sample's own",
            "use larger batches, drop_last=True in the DataLoader, model.eval() for single samples, or "
            "GroupNorm or LayerNorm",
            {"smallest_batch": 1},
        )
