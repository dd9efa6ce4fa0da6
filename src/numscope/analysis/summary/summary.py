"""The table of a model: a row a layer, with repeated blocks as one row, from the trace alone."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any

from numscope.analysis.concepts.flops import Flops, count_flops
from numscope.analysis.summary.measured import (
    Key,
    Layer,
    Parameter,
    Shape,
    measured_layers,
    model_parameters,
)
from numscope.errors import UsageError
from numscope.trace import Trace


@dataclass(frozen=True)
class LayerRow:
    """One layer, or `repeats` of them in a row that are alike, with what is inside; sums over these.

    path: within the row above by depth; `blocks.0-11` of repeated ones. given, returned: name of each tensor and its
    shape, of the commonest call of one. All costs are for one call of the model, times those of the median one.
    flops_backward, backward_ns: None if nothing went backward. made_bytes: results of forward operators, without views
    and in-place writes. share: of the model's time forward and backward.
    """

    path: str
    type: str
    depth: int
    repeats: int
    calls: float
    given: tuple[tuple[str, Shape], ...]
    returned: tuple[tuple[str, Shape], ...]
    parameters: int
    trainable: int
    flops_forward: int
    flops_backward: int | None
    made_bytes: int
    forward_ns: int
    backward_ns: int | None
    share: float


@dataclass(frozen=True)
class ModelSummary:
    """One model. calls: of the model; learning: those that returned something with a gradient. rows[0]: all of it."""

    model: str
    calls: int
    learning: int
    rows: tuple[LayerRow, ...]


@dataclass(frozen=True)
class Summary:
    """All models of a trace. unknown: operators whose recorded shapes were not enough for their formula."""

    models: tuple[ModelSummary, ...]
    unknown: dict[str, int]


@dataclass
class LayerNode:
    """A layer in its tree."""

    path: str
    layer: Layer
    inside: list[LayerNode] = field(default_factory=list)

    def alike(self) -> tuple[Any, ...]:
        """Return what is equal for layers that one row may stand for."""
        layer = self.layer
        sizes = tuple(one.size for one in layer.parameters.values())
        return (
            *(layer.type, layer.given, layer.returned, layer.calls, sizes),
            *(one.alike() for one in self.inside),
        )

    def everything(self) -> list[Layer]:
        """Return this layer and all inside it."""
        return [self.layer, *(layer for one in self.inside for layer in one.everything())]


def summarise(trace: Trace, depth: int | None = None, limit: int | None = None) -> Summary:
    """Add up by layer, down to `depth` levels below each model, `limit` rows of each.

    Raises UsageError if no layer was called.
    """
    flops = count_flops(trace)
    trees = model_trees(trace, flops)
    parameters = model_parameters(trace)
    models = [_model(name, root, parameters.get(name, {}), depth, limit) for name, root in trees.items()]
    return Summary(tuple(models), flops.unknown)


def model_trees(trace: Trace, flops: Flops) -> dict[str, LayerNode]:
    """Return the layers of each model, by its class. Raises UsageError if no layer was called."""
    layers = measured_layers(trace, flops)
    if not layers:
        raise UsageError(
            f"{trace.path} holds no call of a layer. Record a run of the model with numscope run."
        )
    names = dict.fromkeys(model for model, _ in layers)
    return {name: _tree(name, layers) for name in names if (name, "") in layers}


def _tree(model: str, layers: dict[Key, Layer]) -> LayerNode:
    nodes = {path: LayerNode(path, layer) for (of, path), layer in layers.items() if of == model}
    for path, node in sorted(nodes.items(), key=lambda one: one[1].layer.first):
        if path:
            _nearest_above(path, nodes).inside.append(node)
    return nodes[""]


def _nearest_above(path: str, nodes: dict[str, LayerNode]) -> LayerNode:
    while path:
        path = path.rpartition(".")[0]
        if path in nodes:
            return nodes[path]
    return nodes[""]


def _model(
    name: str, root: LayerNode, known: dict[str, tuple[int, bool]], depth: int | None, limit: int | None
) -> ModelSummary:
    table = Table(root)
    table.add([root], 0, depth, "")
    if known:
        table.rows[0] = _with_all_parameters(table.rows[0], root, known)
    return ModelSummary(name, root.layer.calls, root.layer.learning, tuple(table.rows[:limit]))


def _with_all_parameters(row: LayerRow, root: LayerNode, known: dict[str, tuple[int, bool]]) -> LayerRow:
    """Return the model's row with parameters of layers too that were never called; frozen ones as last seen."""
    last: dict[str, bool] = {}
    for path, layer in _paths(root):
        prefix = f"{path}." if path else ""
        last.update({f"{prefix}{name}": one.trainable for name, one in layer.parameters.items()})
    sizes = {name: (size, last.get(name, trainable)) for name, (size, trainable) in known.items()}
    total = sum(size for size, _ in sizes.values())
    trainable = sum(size for size, learns in sizes.values() if learns)
    return replace(row, parameters=total, trainable=trainable)


def _paths(node: LayerNode) -> list[tuple[str, Layer]]:
    return [(node.path, node.layer), *(one for inside in node.inside for one in _paths(inside))]


class Times:
    """Times in one call of the model and one training step, the median ones: the first call loads and compiles.

    call: id of that call.
    """

    def __init__(self, root: LayerNode) -> None:
        calls, steps = root.layer.forward_times, _sum_by_step(root.everything())
        self.call = _median_key(calls)
        self._step = _median_key(steps)
        self._calls_in_step = max(1, round(root.layer.learning / max(1, len(steps))))

    def forward(self, nodes: list[LayerNode]) -> int:
        """Return the time of these layers with those inside."""
        return sum(node.layer.forward_times.get(self.call, 0) for node in nodes)

    def backward(self, nodes: list[LayerNode]) -> int:
        """Return the time of the nodes of the backward graph that belong to these layers and those inside."""
        layers = [layer for node in nodes for layer in node.everything()]
        return round(sum(layer.backward_times.get(self._step, 0) for layer in layers) / self._calls_in_step)


def _sum_by_step(layers: list[Layer]) -> dict[int, int]:
    found: dict[int, int] = {}
    for layer in layers:
        for step, time in layer.backward_times.items():
            found[step] = found.get(step, 0) + time
    return found


def _median_key(times: dict[int, int]) -> int:
    """Return the key of the median of `times`, the lower one of two; -1 if there are none."""
    ordered = sorted(times, key=lambda key: (times[key], key))
    return ordered[(len(ordered) - 1) // 2] if ordered else -1


class Table:
    """Rows of one model in the making."""

    def __init__(self, root: LayerNode) -> None:
        self.rows: list[LayerRow] = []
        self._calls, self._learning = root.layer.calls, root.layer.learning
        self.times = Times(root)
        self._all_ns = self.times.forward([root]) + self.times.backward([root])

    def add(self, nodes: list[LayerNode], depth: int, most: int | None, above: str) -> None:
        """Add the row of layers that are alike, and below it rows of what is inside them."""
        self.rows.append(self.row(nodes, depth, above))
        if most is not None and depth >= most:
            return
        for together in repeated(nodes[0].inside):
            places = [nodes[0].inside.index(one) for one in together]
            self.add(
                [node.inside[place] for node in nodes for place in places], depth + 1, most, nodes[0].path
            )

    def row(self, nodes: list[LayerNode], depth: int, above: str) -> LayerRow:
        """Return the row of layers that are alike. above: path of the layer around them."""
        first, layers = nodes[0], [layer for node in nodes for layer in node.everything()]
        parameters: dict[tuple[Any, ...], Parameter] = {
            one.key: one for layer in layers for one in layer.parameters.values()
        }
        forward_ns, backward_ns = self.times.forward(nodes), self.times.backward(nodes)
        return LayerRow(
            path=_label([node.path for node in nodes], above),
            type=first.layer.type,
            depth=depth,
            repeats=len(nodes),
            calls=sum(node.layer.calls for node in nodes) / max(self._calls, 1),
            given=first.layer.given,
            returned=first.layer.returned,
            parameters=sum(one.size for one in parameters.values()),
            trainable=sum(one.size for one in parameters.values() if one.trainable),
            flops_forward=_per(sum(layer.forward_flops for layer in layers), self._calls),
            flops_backward=_per(sum(layer.backward_flops for layer in layers), self._learning)
            if self._learning
            else None,
            made_bytes=_per(sum(layer.made_bytes for layer in layers), self._calls),
            forward_ns=forward_ns,
            backward_ns=backward_ns if self._learning else None,
            share=(forward_ns + backward_ns) / self._all_ns if self._all_ns else 0.0,
        )


def _per(amount: float, calls: int) -> int:
    return round(amount / calls) if calls else 0


def repeated(nodes: list[LayerNode]) -> list[list[LayerNode]]:
    """Return runs of neighbours that are alike; only such that are numbered."""
    runs: list[list[LayerNode]] = []
    for node in nodes:
        numbered = node.path.rpartition(".")[2].isdecimal()
        last = runs[-1][-1] if runs else None
        if (
            numbered
            and last is not None
            and _family(last.path) == _family(node.path)
            and last.alike() == node.alike()
        ):
            runs[-1].append(node)
        else:
            runs.append([node])
    return runs


def _family(path: str) -> str:
    return re.sub(r"\d+$", "", path)


def _label(paths: list[str], above: str) -> str:
    """Return the path within what is above it; of several there their first and last number."""
    inside = [path[len(above) + 1 :] for path in paths if path.startswith(f"{above}.")] if above else paths
    own = inside or paths
    last = own[-1].rpartition(".")[2]
    return own[0] if len(own) == 1 else f"{own[0]}-{last}"
