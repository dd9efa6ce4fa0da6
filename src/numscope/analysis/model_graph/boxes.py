"""A model as nested boxes: its layers with what they cost, and the tensors that flow between them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace

from numscope.analysis.concepts.flops import count_flops
from numscope.analysis.model_graph.marks import Marks, made_by, marks
from numscope.analysis.model_graph.one_call import Described, ModelCall, Part, follow_call
from numscope.analysis.summary.summary import LayerNode, LayerRow, Table, model_trees, repeated
from numscope.errors import UsageError
from numscope.trace import Trace

# An end of a line that lies outside of the box in which the line is drawn.
OUTSIDE = -1


@dataclass(frozen=True)
class Line:
    """Tensors from one box to another inside the same box; OUTSIDE: into or out of that. tensors: in words."""

    source: int
    target: int
    tensors: tuple[str, ...]


@dataclass(frozen=True)
class Box:
    """One part of a model.

    parent: place of the box around it, -1 for the model. kind: layer, repeated (layers alike, one after the other),
    operation, input or result. detail: class of a layer, line of an operation. row: what a layer costs. times: how
    many layers, or calls of an operation, one box stands for. operation: id of one to look at, where nothing is inside.
    marks: of this layer's or operation's own. inside: places of the boxes inside, in the order in which they ran.
    lines: between these.
    """

    parent: int
    kind: str
    label: str
    detail: str
    row: LayerRow | None
    times: int
    operation: int | None
    marks: tuple[str, ...]
    inside: tuple[int, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class ModelGraph:
    """One model. call: id of the call that was drawn, the one of median time. boxes[0]: the model."""

    model: str
    call: int
    boxes: tuple[Box, ...]

    def troubled(self, box: int) -> tuple[str, ...]:
        """Return the marks of a box and all inside it."""
        own = self.boxes[box]
        inside = (mark for one in own.inside for mark in self.troubled(one))
        return (*own.marks, *inside)


def model_graphs(trace: Trace, model: str | None = None) -> tuple[ModelGraph, ...]:
    """Return the graph of each model of a trace, or of that with this class.

    Raises UsageError if no layer was called, or if there is no such model.
    """
    trees = model_trees(trace, count_flops(trace))
    if model is not None and model not in trees:
        raise UsageError(f"{trace.path} holds no model {model!r}; it holds {', '.join(trees)}.")
    found = marks(trace, trees)
    wanted = trees if model is None else {model: trees[model]}
    return tuple(_Drawing(name, root, found).graph(trace) for name, root in wanted.items())


class _Drawing:
    """One model in the making."""

    def __init__(self, model: str, root: LayerNode, found: Marks) -> None:
        self._model, self._root, self._marks = model, root, found
        self._table = Table(root)
        self._boxes: list[Box] = []
        self._inside: list[list[int]] = []
        self._place: dict[Part, int] = {}
        self._made: dict[int, str] = {}

    def graph(self, trace: Trace) -> ModelGraph:
        """Follow one call, and draw it."""
        call = self._table.times.call
        followed = follow_call(trace, call)
        parts = (part for part in followed.parts if part.kind == "operation")
        self._made = made_by(trace, (one for part in parts for one in followed.parts[part]))
        self._add([self._root], OUTSIDE, "", followed)
        lines = self._lines(followed)
        boxes = tuple(
            replace(box, inside=tuple(inside), lines=lines.get(place, ()))
            for place, (box, inside) in enumerate(zip(self._boxes, self._inside, strict=True))
        )
        return ModelGraph(self._model, call, boxes)

    def _add(self, nodes: list[LayerNode], parent: int, above: str, followed: ModelCall) -> int:
        """Add the box of a layer, or of several that are alike, with all inside. above: path of the layer around."""
        first = nodes[0]
        row = self._table.row(nodes, 0, above)
        kind, own = (
            ("layer", self._marks.of(self._model, first.path)) if len(nodes) == 1 else ("repeated", ())
        )
        place = self._box(
            Box(
                parent,
                kind,
                row.path or first.layer.type,
                row.type,
                row,
                len(nodes),
                first.layer.first,
                own,
                (),
                (),
            )
        )
        if len(nodes) > 1:
            for node in nodes:
                self._add([node], place, above, followed)
            return place
        self._place[Part("layer", first.path)] = place
        parts = _own_parts(first, followed)
        if not first.inside and len(parts) == 1:
            self._place[parts[0]] = place
            self._boxes[place] = replace(self._boxes[place], operation=followed.parts[parts[0]][0])
            return place
        things: list[Part | list[LayerNode]] = [*parts, *repeated(first.inside)]
        for thing in sorted(things, key=lambda thing: _begin(thing, followed)):
            if isinstance(thing, Part):
                self._place[thing] = self._box(self._operation_box(thing, place, followed))
            else:
                self._add(thing, place, first.path, followed)
        return place

    def _operation_box(self, part: Part, parent: int, followed: ModelCall) -> Box:
        ids = followed.parts[part]
        line = followed.lines.get(part, "").rpartition("/")[2]
        look_at = (
            next((one for one in ids if one in self._made), ids[0]) if part.kind == "operation" else None
        )
        found = tuple(dict.fromkeys(self._made[one] for one in ids if one in self._made))
        return Box(parent, part.kind, part.name, line, None, len(ids), look_at, found, (), ())

    def _box(self, box: Box) -> int:
        self._boxes.append(box)
        self._inside.append([])
        if box.parent != OUTSIDE:
            self._inside[box.parent].append(len(self._boxes) - 1)
        return len(self._boxes) - 1

    def _lines(self, followed: ModelCall) -> dict[int, tuple[Line, ...]]:
        """Return the lines that are drawn inside each box: a tensor has one in each box that it goes through."""
        found: dict[int, dict[tuple[int, int], dict[Described, None]]] = defaultdict(
            lambda: defaultdict(dict)
        )
        for (source, target), tensors in followed.tensors.items():
            for inside, ends in _segments(self._way(self._place[source]), self._way(self._place[target])):
                found[inside][ends].update(tensors)
        return {
            inside: tuple(Line(*ends, tuple(map(str, tensors))) for ends, tensors in lines.items())
            for inside, lines in found.items()
        }

    def _way(self, place: int) -> list[int]:
        """Return the boxes around a box, the model first, and itself."""
        way = [place]
        while self._boxes[way[-1]].parent != OUTSIDE:
            way.append(self._boxes[way[-1]].parent)
        return way[::-1]


def _own_parts(node: LayerNode, followed: ModelCall) -> list[Part]:
    """Return the operations in the layer's own code; of the model its inputs and results too."""
    return [part for part in followed.parts if part.layer == node.path and part.kind != "layer"]


def _begin(thing: Part | list[LayerNode], followed: ModelCall) -> float:
    if isinstance(thing, Part):
        # A result has the id of the model's call, which began first.
        return float("inf") if thing.kind == "result" else followed.parts[thing][0]
    return followed.begun.get(thing[0].path, float(thing[0].layer.first))


def _segments(source: list[int], target: list[int]) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield where a tensor's line is drawn: out of the boxes around its source, across, and into its target."""
    common = 0
    while common < min(len(source), len(target)) and source[common] == target[common]:
        common += 1
    if common < len(source):
        for around, box in zip(source[common:-1], source[common + 1 :], strict=True):
            yield around, (box, OUTSIDE)
    if common < len(target):
        for around, box in zip(target[common:-1], target[common + 1 :], strict=True):
            yield around, (OUTSIDE, box)
    if common < min(len(source), len(target)):
        yield source[common - 1], (source[common], target[common])
