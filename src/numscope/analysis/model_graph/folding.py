"""Which boxes of a model's graph are open in a picture that nobody can unfold."""

from __future__ import annotations

from numscope.analysis.model_graph.boxes import ModelGraph

# As many boxes as are looked through at a glance.
_AT_MOST = 40


def shown_inside(graph: ModelGraph, box: int) -> int:
    """Return the box whose inside is drawn for this one: of layers that are alike, the first."""
    return graph.boxes[box].inside[0] if graph.boxes[box].kind == "repeated" else box


def open_boxes(graph: ModelGraph, depth: int) -> frozenset[int]:
    """Return the boxes that are open: `depth` levels of them, or, at 0, as many levels as stay easy to look through."""
    if depth:
        return frozenset(_to_depth(graph, 0, depth))
    level = 1
    while level < _levels(graph, 0):
        opened = frozenset(_to_depth(graph, 0, level + 1))
        if _count(graph, 0, opened) > _AT_MOST:
            break
        level += 1
    return frozenset(_to_depth(graph, 0, level))


def _to_depth(graph: ModelGraph, box: int, depth: int) -> set[int]:
    inside = graph.boxes[shown_inside(graph, box)].inside
    if not inside or not depth:
        return set()
    return {box}.union(*(_to_depth(graph, one, depth - 1) for one in inside))


def _levels(graph: ModelGraph, box: int) -> int:
    return 1 + max((_levels(graph, one) for one in graph.boxes[shown_inside(graph, box)].inside), default=0)


def _count(graph: ModelGraph, box: int, opened: frozenset[int]) -> int:
    if box not in opened:
        return 1
    return sum(_count(graph, one, opened) for one in graph.boxes[shown_inside(graph, box)].inside)
