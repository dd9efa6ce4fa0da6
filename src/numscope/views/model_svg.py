"""A model's graph as a picture: boxes are layers and operations, open ones hold others, lines are tensors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from numscope.analysis.model_graph.boxes import OUTSIDE, Line, ModelGraph
from numscope.analysis.model_graph.folding import open_boxes, shown_inside
from numscope.views.escapes import visible
from numscope.views.layered import Placed, Point, place
from numscope.views.model_graph import box_figures, box_title, tensors_text

_LETTER, _TEXT, _PAD, _HEAD = 6.4, 15.0, 10.0, 40.0
_NARROWEST, _LONGEST, _LONGEST_HEAD, _MARKS = 90.0, 44, 90, 2
_PORT: Point = (8.0, 0.0)
_STYLE = """
text { font: 12px sans-serif; fill: #1c2733; } .name { font-weight: 600; } .small { font-size: 11px; fill: #5a6b7b; }
.layer, .repeated { stroke: #7b8fa3; } .operation { fill: #f3f5f7; stroke: #c3ccd5; }
.input, .result { fill: #e4f1e7; stroke: #6fa37c; } .open { fill: #fbfcfd; stroke: #7b8fa3; }
.behind { fill: #dde4ea; stroke: #7b8fa3; } .bad { stroke: #c62828; stroke-width: 2; } .mark { fill: #c62828; }
.line { fill: none; stroke: #8797a6; stroke-width: 1.3; } .head { fill: #8797a6; }
.shape { font-size: 10px; fill: #46586a; stroke: #ffffff; stroke-width: 3px; paint-order: stroke; }
"""


@dataclass(frozen=True)
class _Frame:
    """A box with its size; of an open one what is inside, by place, and where."""

    place: int
    size: Point
    inside: tuple[_Frame, ...] = ()
    lines: tuple[Line, ...] = ()
    placed: Placed | None = None


def model_svg(graphs: tuple[ModelGraph, ...], depth: int) -> str:
    """Draw the models one below the other. depth: levels that are open; 0: as many as stay easy to look through."""
    y, width = _PAD, 0.0
    parts: list[str] = []
    for graph in graphs:
        frame = _frame(graph, 0, open_boxes(graph, depth))
        parts += _draw(graph, frame, _PAD, y)
        y += frame.size[1] + 2 * _PAD
        width = max(width, frame.size[0])
    size = f'width="{width + 2 * _PAD:.0f}" height="{y:.0f}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{_STYLE}</style>'
    return "\n".join([head, '<rect width="100%" height="100%" fill="white"/>', *parts, "</svg>", ""])


def _frame(graph: ModelGraph, at: int, opened: frozenset[int]) -> _Frame:
    if at not in opened:
        texts = _texts(graph, at)
        wide = max(_width(text) for _, text in texts) + 2 * _PAD
        return _Frame(at, (max(_NARROWEST, wide), len(texts) * _TEXT + _PAD))
    around = graph.boxes[shown_inside(graph, at)]
    inside = tuple(_frame(graph, one, opened) for one in around.inside)
    number = {frame.place: 1 + order for order, frame in enumerate(inside)}
    last = 1 + len(inside)
    ends = [
        (
            0 if line.source == OUTSIDE else number[line.source],
            last if line.target == OUTSIDE else number[line.target],
        )
        for line in around.lines
    ]
    placed = place([_PORT, *(frame.size for frame in inside), _PORT], ends)
    head = max(_width(text, _LONGEST_HEAD) for text in _head(graph, at)) + 2 * _PAD
    lets_out = any(line.target == OUTSIDE for line in around.lines)
    size = (max(head, placed.width + 2 * _PAD), placed.height + _HEAD + (0 if lets_out else _PAD))
    return _Frame(at, size, inside, around.lines, placed)


def _draw(graph: ModelGraph, frame: _Frame, x: float, y: float) -> Iterator[str]:
    box = graph.boxes[frame.place]
    if frame.placed is None:
        yield from _closed(graph, frame, x, y)
        return
    yield _rectangle(f"open{' bad' if box.marks else ''}", x, y, frame.size, _tip(graph, frame.place))
    for number, (text, style) in enumerate(zip(_head(graph, frame.place), ("name", "small"), strict=True)):
        yield _text(style, x + _PAD, y + 16 + number * _TEXT, _cut(text, _LONGEST_HEAD))
    left, top = x + (frame.size[0] - frame.placed.width) / 2, y + _HEAD
    labelled: set[tuple[int, str]] = set()
    for line, points in zip(frame.lines, frame.placed.lines, strict=True):
        # One tensor that several read has one label.
        label = (line.source, tensors_text(line.tensors))
        shown = "" if label in labelled else label[1]
        labelled.add(label)
        yield from _line(line, [(left + across, top + down) for across, down in points], shown)
    corners = frame.placed.corners[1:-1]
    for inside, (across, down) in zip(frame.inside, corners, strict=True):
        yield from _draw(graph, inside, left + across, top + down)


def _closed(graph: ModelGraph, frame: _Frame, x: float, y: float) -> Iterator[str]:
    box = graph.boxes[frame.place]
    if box.kind == "repeated":
        yield _rectangle("behind", x + 4, y + 4, frame.size, "")
    bad = " bad" if graph.troubled(frame.place) else ""
    share = box.row.share if box.row is not None else 0.0
    fill = f' style="fill: {_heat(share)}"' if box.row is not None else ""
    yield _rectangle(box.kind + bad, x, y, frame.size, _tip(graph, frame.place), fill)
    for number, (style, text) in enumerate(_texts(graph, frame.place)):
        yield _text(style, x + _PAD, y + 16 + number * _TEXT, _cut(text))


def _texts(graph: ModelGraph, at: int) -> list[tuple[str, str]]:
    """Return the lines of a closed box, each with its style."""
    box = graph.boxes[at]
    texts = [("name", box_title(box))]
    if box.row is None:
        return [*texts, ("small", box.detail)] if box.detail else texts
    figures = box_figures(box.row)
    texts += [("small", box.detail)] if box.detail != box.label else []
    texts += [("small", " · ".join(figures[first : first + 2])) for first in range(0, len(figures), 2)]
    return texts + [("mark", _cut(mark)) for mark in graph.troubled(at)[:_MARKS]]


def _head(graph: ModelGraph, at: int) -> tuple[str, str]:
    box = graph.boxes[at]
    name = box_title(box) if box.detail == box.label else f"{box_title(box)}  {box.detail}"
    return name, " · ".join(box_figures(box.row)) if box.row is not None else ""


def _tip(graph: ModelGraph, at: int) -> str:
    box = graph.boxes[at]
    given = "" if box.row is None else f"takes {_shapes(box.row.given)}, returns {_shapes(box.row.returned)}"
    return "\n".join(part for part in (box_title(box), box.detail, given, *graph.troubled(at)) if part)


def _shapes(named: tuple[tuple[str, tuple[int, ...]], ...]) -> str:
    return ", ".join(f"{name} {list(shape)}".strip() for name, shape in named)


def _line(line: Line, points: list[Point], label: str) -> Iterator[str]:
    way = " L ".join(f"{x:.1f} {y:.1f}" for x, y in points)
    yield f'<path class="line" d="M {way}"><title>{escape(visible(", ".join(line.tensors)))}</title></path>'
    (x, y), before = points[-1], points[-2]
    tip = f"M {x - 4:.1f} {y - 7:.1f} L {x + 4:.1f} {y - 7:.1f} L {x:.1f} {y:.1f} Z"
    if before[1] > y:  # back in time, upwards
        tip = f"M {x - 4:.1f} {y + 7:.1f} L {x + 4:.1f} {y + 7:.1f} L {x:.1f} {y:.1f} Z"
    yield f'<path class="head" d="{tip}"/>'
    middle = ((points[0][0] + points[1][0]) / 2, (points[0][1] + points[1][1]) / 2 + 3)
    if label:
        yield _text('shape" text-anchor="middle', *middle, label)


def _rectangle(style: str, x: float, y: float, size: Point, tip: str, more: str = "") -> str:
    title = f"<title>{escape(visible(tip))}</title>" if tip else ""
    place_and_size = f'x="{x:.1f}" y="{y:.1f}" width="{size[0]:.1f}" height="{size[1]:.1f}" rx="6"'
    return f'<rect class="{style}" {place_and_size}{more}>{title}</rect>'


def _text(style: str, x: float, y: float, text: str) -> str:
    return f'<text class="{style}" x="{x:.1f}" y="{y:.1f}">{escape(visible(text))}</text>'


def _cut(text: str, longest: int = _LONGEST) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _width(text: str, longest: int = _LONGEST) -> float:
    return min(len(text), longest) * _LETTER


def _heat(share: float) -> str:
    """Return the colour of a layer that takes this share of the model's time: white to orange."""
    return f"hsl(28 90% {98 - 28 * min(1.0, max(0.0, share)):.0f}%)"
