"""Symptoms in the values: not finite, dead, saturated, out of half precision's range."""

from __future__ import annotations

from collections.abc import Iterator

import torch

from numscope.inspector.finding import Finding, listed
from numscope.inspector.recording import Recording
from numscope.inspector.series import Series

# Fewer observations of a unit than this say nothing about whether it is dead.
_ENOUGH_SAMPLES = 8
_DEAD_SHARE = 0.1
_SATURATED_SHARE = 0.5
_HALF = torch.finfo(torch.float16)
# Half of the smallest subnormal rounds to zero.
_HALF_TO_ZERO = _HALF.smallest_normal * _HALF.eps / 2
_VANISHING_SHARE = 0.05


def first_not_finite(recording: Recording) -> Iterator[Finding]:
    """Name the first place where NaN or infinity appears, in the order of computation."""
    with_gaps = [
        (order, series) for series in recording.series() if (order := series.first_gap()) is not None
    ]
    if not with_gaps:
        return
    _, first = min(with_gaps, key=lambda pair: pair[0])
    total = first.total()
    layers = list(dict.fromkeys(series.layer.name for _, series in with_gaps))
    yield Finding(
        "not-finite",
        (first.layer.name, *(name for name in layers if name != first.layer.name)),
        f"the first NaN or infinity is in the {_of(first)} of {first.layer.title}: {total.nan_count} NaN and "
        f"{total.inf_count} infinite of {total.total} numbers{_inputs_of(recording, first)}; "
        f"{len(layers)} watched layers have some",
        "look at what that layer divides by, takes the logarithm or root of, or exponentiates; lower the "
        "learning "
        "rate or clip gradients if it appears after some steps; check the batch if the inputs have it "
        "already. "
        "-inf alone is no fault where it masks attention scores before a softmax",
        {"nan_count": total.nan_count, "inf_count": total.inf_count, "layers": len(layers)},
    )


def _of(series: Series) -> str:
    return f"{series.kind.replace('_', ' ')} {series.place}".rstrip()


def _inputs_of(recording: Recording, first: Series) -> str:
    if first.kind != "activations":
        return ""
    inputs = recording.series(first.layer, "inputs")
    if not inputs:
        return " (watch its inputs to see whether they are finite)"
    gaps = any(series.first_gap() is not None for series in inputs)
    return ", as in its inputs" if gaps else ", while its inputs are finite"


def dead_units(recording: Recording) -> Iterator[Finding]:
    """Name layers many of whose units are zero for every sample, the worst first."""
    found: dict[tuple[int, int], Series] = {}
    for series in recording.series(kind="activations"):
        alive = series.alive_units()
        if alive is None or series.total().total < _ENOUGH_SAMPLES * alive.numel():
            continue
        units = alive.numel()
        dead = units - int(alive.sum())
        if dead and dead >= _DEAD_SHARE * units:
            # The layers after a dead one that only pass it on (pooling, the block around it) are no new finding.
            found.setdefault((dead, units), series)
    if not found:
        return
    ranked = sorted(found.items(), key=lambda item: item[0][0] / item[0][1], reverse=True)
    (dead, units), worst = ranked[0]
    zeros = worst.total().zeros / worst.total().total
    names = [series.layer.name for _, series in ranked]
    yield Finding(
        "dead-units",
        tuple(names),
        f"{dead} of {units} units of {worst.layer.title} ({dead / units:.0%}) are zero for all samples, and "
        f"{zeros:.0%} of its outputs are zero{_and_also(names)}",
        "lower the learning rate, use LeakyReLU, GELU or ELU, check the bias initialisation (He "
        "initialisation for ReLU), or put normalisation before it",
        {"dead": dead, "units": units, "zero_fraction": zeros, "layers": len(names)},
    )


def saturated(recording: Recording) -> Iterator[Finding]:
    """Name sigmoids and tanhs most of whose outputs are where the function is flat, the worst first."""
    shares = [(series.saturated_share() or 0.0, series) for series in recording.series(kind="activations")]
    flat = sorted((pair for pair in shares if pair[0] >= _SATURATED_SHARE), key=lambda pair: -pair[0])
    if not flat:
        return
    share, worst = flat[0]
    names = [series.layer.name for _, series in flat]
    yield Finding(
        "saturated",
        tuple(names),
        f"{share:.0%} of the outputs of {worst.layer.title} ({worst.layer.module_type.__name__}) are where it is "
        f"flat: less than a tenth of the gradient passes{_and_also(names)}",
        "normalise what goes in (BatchNorm, LayerNorm), use a smaller initialisation (Xavier for tanh and "
        "sigmoid), or ReLU-like activations in hidden layers",
        {"saturated_share": share, "layers": len(names)},
    )


def _and_also(names: list[str]) -> str:
    return f"; also {listed(names[1:])}" if len(names) > 1 else ""


def beyond_half_precision(recording: Recording) -> Iterator[Finding]:
    """Name layers whose numbers would overflow in float16, or vanish."""
    for kind in ("activations", "gradients"):
        several = recording.series(kind=kind)
        large = [series for series in several if series.total().largest > _HALF.max]
        if large:
            worst = max(series.total().largest for series in large)
            yield Finding(
                "half-overflow",
                tuple(series.layer.name for series in large),
                f"{kind} of {listed([series.layer.name for series in large])} reach {worst:.4g}, beyond "
                "float16's "
                f"{_HALF.max:.0f}: infinite under autocast to float16",
                "use bfloat16, keep these layers in float32, or normalise before them",
                {"largest": worst},
            )
        small = [(share, series) for series in several if (share := _lost(series)) > _VANISHING_SHARE]
        if small:
            worst = max(share for share, _ in small)
            names = [series.layer.name for _, series in small]
            yield Finding(
                "half-underflow",
                tuple(names),
                f"up to {worst:.0%} of the {kind} of {listed(names)} are not zero and below "
                f"{_HALF_TO_ZERO:.1e}: zero in float16",
                "scale the loss (torch.amp.GradScaler) if gradients, or use bfloat16",
                {"share": worst},
            )


def _lost(series: Series) -> float:
    """Return the share of a series' numbers that rounding to float16 makes zero."""
    total = series.total()
    if not total.count or total.zeros == total.count:
        return 0.0
    if total.largest <= _HALF_TO_ZERO:
        return 1 - total.zeros / total.count
    lost = 0
    for tensor in series.values():
        if tensor.is_floating_point() and tensor.layout is torch.strided:
            magnitudes = tensor.to(torch.float64).abs()
            lost += int(((magnitudes > 0) & (magnitudes <= _HALF_TO_ZERO)).sum())
    return lost / total.count
