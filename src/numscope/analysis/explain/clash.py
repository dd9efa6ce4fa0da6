"""Why two shapes do not fit, and which index or transposition makes them fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

Shape = tuple[int, ...]


@dataclass(frozen=True)
class Fix:
    """What makes shapes fit.

    operand: number of the input. text: what to write behind it. shape: what it becomes. result: shape of the result.
    """

    operand: int
    text: str
    shape: Shape
    result: Shape


@dataclass(frozen=True)
class Clash:
    """Shapes that do not fit.

    axes: for each input those that clash, counted from its own first. fix: None where no index or transposition helps.
    """

    axes: tuple[tuple[int, ...], ...]
    fix: Fix | None


def broadcast_clash(shapes: Sequence[Shape]) -> Clash | None:
    """Return why arrays of these `shapes` can't be combined element by element; None if they can."""
    depth = max(map(len, shapes), default=0)
    clashing = [place for place in range(1, depth + 1) if len(_lengths(shapes, place) - {1}) > 1]
    if not clashing:
        return None
    axes = tuple(tuple(len(shape) - place for place in clashing if place <= len(shape)) for shape in shapes)
    return Clash(axes, next(_fixes(shapes), None))


def product_clash(first: Shape, second: Shape) -> Clash | None:
    """Return why the matrix product of these shapes can't be made; None if it can. Only of one or two axes each."""
    if not (first and second and len(first) <= 2 and len(second) <= 2):
        return None
    inner = 0 if len(second) == 1 else len(second) - 2
    if first[-1] == second[inner]:
        return None
    turned = [
        Fix(number, ".T", shape[::-1], _product(pair))
        for number, shape, pair in ((1, second, (first, second[::-1])), (0, first, (first[::-1], second)))
        if len(shape) == 2 and pair[0][-1] == pair[1][max(0, len(pair[1]) - 2)]
    ]
    return Clash(((len(first) - 1,), (inner,)), turned[0] if turned else None)


def _product(pair: tuple[Shape, Shape]) -> Shape:
    return (*pair[0][:-1], *pair[1][-1:]) if len(pair[1]) == 2 else pair[0][:-1]


def _lengths(shapes: Sequence[Shape], place: int) -> set[int]:
    """Return the lengths of the axes that stand at this place from the right."""
    return {shape[-place] for shape in shapes if place <= len(shape)}


def _fixes(shapes: Sequence[Shape]) -> Iterator[Fix]:
    """Yield changes of one of two shapes that make them fit: first those of the one with fewer axes."""
    if len(shapes) != 2:
        return
    for number in sorted((1, 0), key=lambda one: len(shapes[one])):
        shape, other = shapes[number], shapes[1 - number]
        for text, changed in (*_with_new_axes(shape, len(other)), *_turned(shape)):
            result = _broadcast(changed, other)
            if result is not None:
                yield Fix(number, text, changed, result)


def _turned(shape: Shape) -> Iterator[tuple[str, Shape]]:
    if len(shape) == 2:
        yield ".T", shape[::-1]


def _with_new_axes(shape: Shape, depth: int) -> Iterator[tuple[str, Shape]]:
    """Yield what `shape` becomes with axes of length 1 put behind or between its own, for `depth` axes in all."""
    for places in combinations(range(depth), len(shape)):
        if not places or (places[-1] == depth - 1 and places[0] == depth - len(shape)):
            continue  # as NumPy lines it up anyway
        lengths = dict(zip(places, shape, strict=True))
        axes = range(places[0], depth)
        parts = ", ".join(":" if axis in lengths else "None" for axis in axes)
        yield f"[{parts}]", tuple(lengths.get(axis, 1) for axis in axes)


def _broadcast(first: Shape, second: Shape) -> Shape | None:
    lengths = [_lengths((first, second), place) for place in range(max(len(first), len(second)), 0, -1)]
    if any(len(found - {1}) > 1 for found in lengths):
        return None
    return tuple(max(found) if 0 not in found else 0 for found in lengths)
