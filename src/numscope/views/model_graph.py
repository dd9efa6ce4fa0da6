"""A model's graph in the terminal: a line a box, under it which tensors flowed into it."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from numscope.analysis.model_graph.boxes import OUTSIDE, Box, ModelGraph
from numscope.analysis.model_graph.folding import open_boxes, shown_inside
from numscope.analysis.summary.summary import LayerRow
from numscope.views.summary import short_flops
from numscope.views.values import short_size, short_time

_MARKS = 3


def graphs_view(graphs: tuple[ModelGraph, ...], depth: int) -> RenderableType:
    """Show each model: a box a line, deeper boxes further right."""
    parts: list[RenderableType] = []
    for graph in graphs:
        parts += _lines(graph, 0, 0, open_boxes(graph, depth))
        tensors = sum(len(box.lines) for box in graph.boxes)
        text = f"{len(graph.boxes):,} boxes, {tensors:,} lines between them, of call #{graph.call} of {graph.model}"
        parts.append(Text(text, style="dim"))
    return Group(*parts)


def box_title(box: Box) -> str:
    """Return the name of a box, with how many it stands for: `blocks.0-11 ×12`."""
    name = box.label.rpartition("::")[2] if box.kind == "operation" else box.label
    return f"{name}{f' ×{box.times}' if box.times > 1 else ''}"


def box_figures(row: LayerRow) -> tuple[str, ...]:
    """Return what a layer holds and costs, in words: parameters, operations, bytes, time; nothing of what is zero."""
    frozen = "" if row.trainable == row.parameters else f" ({short_flops(row.trainable) or '0'} trained)"
    flops = short_flops(row.flops_forward + (row.flops_backward or 0))
    known = (
        f"{short_flops(row.parameters)} parameters{frozen}" if row.parameters else "",
        f"{flops} FLOPs" if flops else "",
        short_size(row.made_bytes) if row.made_bytes else "",
        f"{short_time(row.forward_ns + (row.backward_ns or 0))}, {row.share:.0%}",
    )
    return tuple(text for text in known if text)


def tensors_text(tensors: tuple[str, ...]) -> str:
    """Return what flowed along a line, in one word."""
    return tensors[0] if len(tensors) == 1 else f"{len(tensors)} tensors"


def _lines(graph: ModelGraph, place: int, indent: int, opened: frozenset[int]) -> Iterator[Text]:
    box = graph.boxes[place]
    room = "  " * indent
    title = Text(f"{room}{box_title(box)}", style="bold")
    kind = "" if box.detail == box.label else box.detail or box.kind
    figures = " · ".join(box_figures(box.row)) if box.row is not None else ""
    title.append(f"  {' · '.join(part for part in (kind, figures) if part)}", style="not bold dim")
    yield title
    around = graph.boxes[box.parent].lines if box.parent != OUTSIDE else ()
    into = [line for line in around if line.target == place]
    if into:
        sources = (f"{_source(graph, line.source)} {', '.join(line.tensors)}" for line in into)
        yield Text(f"{room}    <- {'; '.join(sources)}")
    for mark in (box.marks if place in opened else graph.troubled(place))[:_MARKS]:
        yield Text(f"{room}    {mark}", style="red")
    if place in opened:
        for one in graph.boxes[shown_inside(graph, place)].inside:
            yield from _lines(graph, one, indent + 1, opened)


def _source(graph: ModelGraph, place: int) -> str:
    return "from outside:" if place == OUTSIDE else f"{box_title(graph.boxes[place])}:"
