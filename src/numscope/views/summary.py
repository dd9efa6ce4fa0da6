"""The table of a model, in the terminal and as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.console import Group, RenderableType
from rich.text import Text

from numscope.analysis.summary.measured import Shape
from numscope.analysis.summary.summary import LayerRow, ModelSummary, Summary
from numscope.views.fitted_table import FittedTable
from numscope.views.values import short_size, short_time

_HEADERS = ("layer", "in", "out", "parameters", "forward", "backward", "results", "time", "share")
# What is left out first, by its heading in full and in short.
_LEAST = ("in", "backward", "bwd", "results", "forward", "fwd", "share", "parameters", "params", "out")
_UNITS = ((1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))
# A terminal of 80 columns has no room for what goes in; it is shown where lines are longer.
_WIDE = 120


def summary_view(summary: Summary, width: int) -> RenderableType:
    """A table a model. width: of the terminal; below 120 columns the shapes of what goes in are left out."""
    parts: list[RenderableType] = []
    for model in summary.models:
        parts += [_model_view(model, width), *_notes(model), Text("")]
    parts += [Text(line, style="dim") for line in _unknown(summary)]
    return Group(*parts)


def summary_markdown(summary: Summary) -> str:
    """Return the same as Markdown, with all columns."""
    lines = []
    for model in summary.models:
        lines += [f"| {' | '.join(_HEADERS)} |", "|---|---|---|" + "---:|" * 6]
        lines += [f"| {' | '.join(_cells(row, '&nbsp;&nbsp;'))} |" for row in model.rows]
        lines += ["", *(str(note) for note in _notes(model)), ""]
    return "\n".join([*lines, *_unknown(summary)])


def short_flops(flops: float | None) -> str:
    """Return a number of floating-point operations in four figures at most: `1.23 G`."""
    if not flops:
        return ""
    for unit, name in _UNITS:
        if flops >= unit:
            return f"{flops / unit:.3g}{name}"
    return f"{flops:.0f}"


def _model_view(model: ModelSummary, width: int) -> FittedTable:
    table = FittedTable(least=_LEAST, gap=1)
    shown = [index for index, name in enumerate(_HEADERS) if name != "in" or width >= _WIDE]
    for index in shown:
        name = _HEADERS[index]
        right = name not in ("layer", "in", "out")
        table.add_column(_short_header(name, width) if right else name, right)
    for row in model.rows:
        cells = _cells(row, " ", width)
        table.add_row(*(Text(cells[index]) for index in shown))
    return table


def _short_header(name: str, width: int) -> str:
    short = {"parameters": "params", "forward": "fwd", "backward": "bwd"}
    return name if width >= _WIDE else short.get(name, name)


def _cells(row: LayerRow, indent: str, width: int = 10_000) -> list[str]:
    """Return what each of _HEADERS shows."""
    narrow = width < _WIDE
    name = row.type if row.path in ("", row.type) else f"{row.path} {row.type}"
    times = f" x{row.repeats}" if row.repeats > 1 else ""
    layer = indent * row.depth + name + times
    trainable = "" if row.trainable == row.parameters or narrow else f" ({row.trainable:,} trained)"
    parameters = short_flops(row.parameters) if narrow else f"{row.parameters:,}"
    return [
        layer,
        _shapes(row.given),
        _cut(_shapes(row.returned), 13) if narrow else _shapes(row.returned),
        f"{parameters}{trainable}" if row.parameters else "",
        short_flops(row.flops_forward),
        short_flops(row.flops_backward),
        short_size(row.made_bytes) if row.made_bytes else "",
        short_time(row.forward_ns + (row.backward_ns or 0)),
        f"{row.share:.0%}",
    ]


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else f"{text[: room - 1]}…"


def _shapes(named: tuple[tuple[str, Shape], ...]) -> str:
    """Return shapes, each with its name where there are several."""
    several = len(named) > 1
    texts = [
        f"{name}{list(shape)}" if several and name else str(list(shape)).replace(" ", "")
        for name, shape in named
    ]
    return ", ".join(text.replace(" ", "") for text in texts)


def _notes(model: ModelSummary) -> Iterator[Text]:
    whole = model.rows[0]
    frozen = whole.parameters - whole.trainable
    text = f"{whole.parameters:,} parameters, {whole.trainable:,} trainable"
    text += f", {frozen:,} frozen" if frozen else ""
    yield Text(f"{text}; {model.calls:,} calls, {model.learning:,} of them with gradients.", style="dim")
    yield Text(
        "Of one call of the model, with the layers inside: floating-point operations forward and backward, bytes of "
        "results forward, time (the median call's, both ways, as recorded).",
        style="dim",
    )


def _unknown(summary: Summary) -> list[str]:
    return [f"{not_counted(summary.unknown)}."] if summary.unknown else []


def not_counted(unknown: Mapping[str, int]) -> str:
    """Return which operations' shapes are not enough for their formulas; empty if there are none."""
    names = ", ".join(f"{name} ({count:,})" for name, count in unknown.items())
    return f"Not counted, since their recorded shapes are not enough: {names}" if names else ""
