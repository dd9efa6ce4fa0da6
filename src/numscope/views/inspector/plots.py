"""Pictures: histograms of captured tensors, and statistics over the steps of a streamed run."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, cast

import numpy as np
import numpy.typing as npt
import torch

from numscope.inspector.exceptions import InspectionError
from numscope.inspector.kinds import KINDS, Kind
from numscope.inspector.layer import Layer
from numscope.inspector.measure import UnreadableTensorError, plain_values
from numscope.inspector.moments import NAN
from numscope.inspector.recording import Recording
from numscope.inspector.series import Series

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_BINS = 60
_COLUMNS = 3
_PANEL_INCHES = (4.2, 2.9)
_COLOURS = {
    "activations": "#3b6fb6",
    "gradients": "#c0504d",
    "inputs": "#5b8f5b",
    "weights": "#7a5ba6",
    "weight_gradients": "#c98a2b",
}


def plot_layers(
    recording: Recording,
    layers: Sequence[Layer],
    kinds: Collection[Kind] = KINDS,
    bins: int = _BINS,
    limit: int | None = None,
) -> Figure:
    """Draw one panel for each of `kinds` and each place of each of the first `limit` layers.

    Raises InspectionError where there is nothing to draw, or no matplotlib to draw with.
    """
    shown = layers if limit is None else layers[:limit]
    several = [series for layer in shown for series in recording.series(layer) if series.kind in kinds]
    if not several:
        names = ", ".join(layer.title for layer in layers) or "no watched layer"
        which = "" if len(kinds) == len(KINDS) else f"no {' or '.join(kinds)} of "
        raise InspectionError(
            f"{which}{names} {'were' if which else 'was not'} seen: there is nothing to draw"
        )
    columns = min(len(several), _COLUMNS)
    rows = math.ceil(len(several) / columns)
    figure = _new_figure(columns, rows)
    for position, series in enumerate(several, start=1):
        draw_series(figure.add_subplot(rows, columns, position), series, bins)
    if len(shown) < len(layers):
        figure.suptitle(f"the first {len(shown)} of {len(layers)} layers")
    return figure


def _new_figure(columns: int, rows: int) -> Figure:
    try:
        from matplotlib import get_backend, pyplot
    except ImportError as error:
        raise InspectionError("drawing needs matplotlib: pip install matplotlib") from error
    width, height = _PANEL_INCHES
    figure: Figure = pyplot.figure(figsize=(width * columns, height * rows), layout="constrained")
    if "inline" in get_backend():
        # A notebook shows what a cell returns; left open, the figure would be shown a second time.
        pyplot.close(figure)
    return figure


def draw_into(axes: Axes, series: Iterable[Series], kinds: Collection[Kind], bins: int) -> Figure:
    """Draw the one of `series` that is of `kinds` on `axes`. Raises InspectionError where there is not one."""
    wanted = [one for one in series if one.kind in kinds]
    if len(wanted) != 1:
        seen = ", ".join(f"{one.kind} {one.place}".rstrip() for one in wanted) or "nothing"
        raise InspectionError(
            f"one pair of axes takes one kind of one tensor, and there is {seen}: name one kind, as "
            "plot(layer, 'activations', ax=ax), or leave out ax"
        )
    draw_series(axes, wanted[0], bins)
    return cast("Figure", axes.get_figure(root=True))


def draw_series(axes: Axes, series: Series, bins: int = _BINS) -> None:
    """Draw a histogram where tensors were kept, else the mean, spread and range of each step."""
    axes.set_title(_title(series), fontsize=9)
    axes.tick_params(labelsize=8)
    axes.ticklabel_format(scilimits=(-3, 4), useMathText=True)
    colour = _COLOURS[series.kind]
    values = series.values()
    if values:
        _draw_histogram(axes, _finite(values), colour, bins)
    else:
        _draw_history(axes, series, colour)


def _title(series: Series) -> str:
    total = series.total()
    what = f"{series.layer.title} {series.kind.replace('_', ' ')} {series.place}".rstrip()
    shape = "x".join(map(str, series.shape)) or "scalar"
    times = f" ({series.count} calls)" if series.count > 1 else ""
    title = f"{what}\n{series.dtype} {shape}{times}"
    if total.gaps:
        title += f"\n{total.nan_count} NaN, {total.inf_count} Inf left out"
    return title


def _finite(tensors: Sequence[torch.Tensor]) -> npt.NDArray[np.float64]:
    """Return all finite numbers; the zeros a sparse tensor leaves out are left out here too."""
    parts = []
    for tensor in tensors:
        try:
            values, _ = plain_values(tensor)
        except UnreadableTensorError:
            continue
        parts.append(values.reshape(-1).double().cpu().numpy())
    together = np.concatenate(parts) if parts else np.empty(0)
    finite: npt.NDArray[np.float64] = together[np.isfinite(together)]
    return finite


def _draw_histogram(axes: Axes, numbers: npt.NDArray[np.float64], colour: str, bins: int) -> None:
    if not numbers.size:
        axes.text(0.5, 0.5, "no finite numbers", ha="center", va="center", transform=axes.transAxes)
        axes.set_xticks([])
        axes.set_yticks([])
        return
    # Drawn in units of the largest magnitude: numbers near float64's limits have no histogram otherwise.
    scale = float(np.abs(numbers).max())
    scale = scale if scale > 1e150 or 0 < scale < 1e-150 else 1.0
    counts, edges = np.histogram(numbers / scale, bins=bins)
    axes.stairs(counts, edges, fill=True, color=colour, alpha=0.75)
    # One bin full of zeros, as after a ReLU, would flatten all others.
    if counts.max() > 20 * max(float(np.median(counts[counts > 0])), 1.0):
        axes.set_yscale("log")
    axes.axvline(
        float(numbers.mean() / scale), color="black", linewidth=1, label=f"mean {numbers.mean():.3g}"
    )
    axes.axvline(
        float(np.median(numbers) / scale),
        color="black",
        linewidth=1,
        linestyle=":",
        label=f"median {np.median(numbers):.3g}",
    )
    axes.set_xlabel("value" if scale == 1.0 else f"value / {scale:.3g}", fontsize=8)
    axes.set_ylabel("count", fontsize=8)
    axes.legend(fontsize=7, frameon=False)


def _draw_history(axes: Axes, series: Series, colour: str) -> None:
    entries = series.entries()
    steps = [step for step, _ in entries]
    means = np.array([moments.mean if moments.count else NAN for _, moments in entries])
    spread = np.array([moments.std for _, moments in entries])
    axes.plot(steps, means, color=colour, label="mean")
    axes.fill_between(steps, means - spread, means + spread, color=colour, alpha=0.25, label="± std")
    for bound, label in (("minimum", "min, max"), ("maximum", None)):
        line = [getattr(moments, bound) if moments.count else NAN for _, moments in entries]
        axes.plot(steps, line, color=colour, linewidth=0.8, linestyle=":", label=label)
    gaps = [step for step, moments in entries if moments.gaps]
    if gaps:
        axes.plot(
            gaps, [0.02] * len(gaps), "x", color="red", transform=axes.get_xaxis_transform(), label="NaN, Inf"
        )
    axes.set_xlabel("step", fontsize=8)
    axes.legend(fontsize=7, frameon=False)
