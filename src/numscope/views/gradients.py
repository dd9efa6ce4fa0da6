"""The flow of gradients in the terminal and as a picture."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from colorsys import hls_to_rgb
from html import escape
from statistics import median

from rich.console import Group, RenderableType
from rich.text import Text

from numscope.analysis.gradients.gradient_flow import GradientFlow, LayerGradients
from numscope.analysis.gradients.training_figures import TrainingFigures
from numscope.views.fitted_table import FittedTable
from numscope.views.sparks import spark

_SHOWN_STEPS = 24
# Layers of which a figure is named, the largest first.
_MOST_LAYERS = 3
# Pixels of the picture: a cell's width and height, the room for names and for the title.
CELL, LINE, LABEL, TITLE = 14, 18, 260, 28


def gradients_view(flow: GradientFlow, limit: int | None = None, cause: str = "") -> RenderableType:
    """What is wrong, then a row a parameter, those with a finding first: norm at both ends and its way between.

    cause: where NaN or infinities began, if any gradient holds them.
    """
    table = FittedTable(least=("rms", "shape", "by step", "first norm", "update"), cut=("",))
    table.add_column("parameter")
    for name in ("shape", "first norm", "last norm", "rms", "update"):
        table.add_column(name, right=True)
    table.add_column("by step")
    table.add_column("")
    low, high = norm_range(flow)
    for layer in flow.ordered[:limit]:
        norms = [norm for norm in layer.norms if norm is not None]
        table.add_row(
            Text(layer.name),
            Text(str(list(layer.shape))),
            f"{norms[0]:.3g}" if norms else "-",
            f"{norms[-1]:.3g}" if norms else "-",
            f"{layer.rms:.2g}",
            _typical_update(layer),
            _sparks(layer, low, high),
            Text(layer.finding, style="red"),
        )
    hidden = len(flow.layers) - len(flow.layers[:limit])
    rest = f"{len(flow.layers)} parameters, {len(flow.steps)} steps, {flow.found} with a finding"
    verdicts = [Text(f"{number}. {said}", style="red") for number, said in enumerate(flow.verdicts, 1)]
    if cause:
        verdicts.insert(1, Text(f"   {cause} (numscope nan says more)"))
    if flow.skipped:
        verdicts.append(Text(str(flow.skipped)))
    below = [Text(rest + (f"; {hidden} more rows (--limit)" if hidden else ""), style="dim")]
    if flow.training:
        below += [Text(line, style="dim") for line in _figures(flow.training)]
    if flow.noise:
        below.append(Text(str(flow.noise), style="dim"))
    return Group(*verdicts, table, *below)


def _typical_update(layer: LayerGradients) -> str:
    known = [ratio for ratio in layer.updates if ratio is not None and math.isfinite(ratio)]
    return f"{median(known):.1g}" if known else "-"


def _figures(training: TrainingFigures) -> Iterator[str]:
    """Yield a line for each figure of a training."""
    yield from _curve("loss", training.losses)
    yield from _curve("learning rate", training.learning_rates)
    for clipping in training.clipping:
        yield f"clipping ({clipping.file}:{clipping.line}) {clipping}"
    dead = sorted(
        (one for one in training.units if one.dead), key=lambda one: one.dead / one.units, reverse=True
    )
    if training.units:
        first = training.units[0]
        over = f"in {first.calls} calls of each layer with a ReLU"
        yield f"dead units {over}: " + (
            "; ".join(map(str, dead[:_MOST_LAYERS])) + _more(dead) if dead else "none"
        )
    drift = sorted(
        (one for one in training.drift if one.first and one.last),
        key=lambda one: abs(math.log(one.factor)),
        reverse=True,
    )
    if drift:
        yield f"drift of what layers return: {'; '.join(map(str, drift[:_MOST_LAYERS]))}{_more(drift)}"


def _more(layers: Sequence[object]) -> str:
    return f"; {len(layers) - _MOST_LAYERS} more layers (--json)" if len(layers) > _MOST_LAYERS else ""


def _curve(name: str, numbers: Sequence[float | None]) -> Iterator[str]:
    known = [number for number in numbers if number is not None]
    if not known:
        return
    finite = [number for number in known if math.isfinite(number)]
    low, high = min(finite, default=0.0), max(finite, default=0.0)
    bars = "".join(
        "!" if not math.isfinite(number) else spark((number - low) / (high - low) if high > low else 1.0)
        for number in known[-_SHOWN_STEPS:]
    )
    yield (
        f"{name} {known[0]:.3g} -> {known[-1]:.3g}  {bars}"
        if len(set(known)) > 1
        else f"{name} {known[0]:.3g}"
    )


def gradients_svg(flow: GradientFlow) -> str:
    """A picture: a row a parameter, a column a step, colour by the logarithm of the norm; not finite is red."""
    low, high = norm_range(flow)
    width, height = picture_size(flow)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="6" y="18" font-size="13">{picture_title(flow)}</text>',
    ]
    for row, layer in enumerate(flow.layers):
        y = TITLE + LINE * row
        parts.append(
            f'<text x="6" y="{y + 12}" font-size="11" fill="{name_colour(layer)}">'
            f"{escape(picture_name(layer))}</text>"
        )
        for column, norm in enumerate(layer.norms):
            if norm is not None:
                title = f"<title>{escape(layer.name)}, step {flow.steps[column]}: {norm:.4g}</title>"
                parts.append(
                    f'<rect x="{LABEL + CELL * column}" y="{y}" width="{CELL}" height="{LINE}" '
                    f'fill="{norm_colour(norm, low, high)}">{title}</rect>'
                )
    return "\n".join([*parts, "</svg>"]) + "\n"


def picture_size(flow: GradientFlow) -> tuple[int, int]:
    """Width and height of the picture, in pixels."""
    return LABEL + CELL * len(flow.steps) + 10, TITLE + 2 + LINE * len(flow.layers)


def picture_title(flow: GradientFlow) -> str:
    """What the picture shows."""
    low, high = norm_range(flow)
    return f"norms of gradients by parameter and step, {low:.1e} to {high:.1e}"


def picture_name(layer: LayerGradients) -> str:
    """The end of a parameter's name, as long as there is room for."""
    return layer.name[-40:]


def name_colour(layer: LayerGradients) -> str:
    """Red where something was found."""
    return "#b00020" if layer.finding else "black"


def norm_range(flow: GradientFlow) -> tuple[float, float]:
    """The smallest and the largest finite norm that is not zero."""
    norms = [norm for layer in flow.layers for norm in layer.norms if norm and math.isfinite(norm)]
    return min(norms, default=1.0), max(norms, default=1.0)


def _place(norm: float, low: float, high: float) -> float:
    """0 for the smallest norm, 1 for the largest, on a logarithmic scale."""
    if norm <= low or high <= low:
        return 0.0 if norm <= low else 1.0
    return min(1.0, math.log(norm / low) / math.log(high / low))


def _sparks(layer: LayerGradients, low: float, high: float) -> Text:
    text = Text()
    for norm in layer.norms[-_SHOWN_STEPS:]:
        if norm is None:
            text.append(" ")
        elif math.isnan(norm):
            text.append("!", style="red")
        else:
            text.append(spark(_place(norm, low, high)))
    return text


def norm_colour(norm: float, low: float, high: float) -> str:
    """`#rrggbb` of a cell: red if it is not finite, nearly black for zero, else by the logarithm of the norm."""
    if math.isnan(norm):
        return "#d00000"
    if norm == 0:
        return "#202020"
    place = _place(norm, low, high)
    # From dark blue over green to yellow.
    parts = hls_to_rgb((240 - 190 * place) / 360, 0.25 + 0.35 * place, 0.7)
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts)
