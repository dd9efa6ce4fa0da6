"""Two arrays over one buffer: which of its places each of them reaches."""

from __future__ import annotations

from dataclasses import dataclass

from numscope.analysis.concepts.memory import place_of
from numscope.trace import Operand


@dataclass(frozen=True)
class Window:
    """An array as a way to walk a buffer. offset and steps are in elements, from the buffer's first drawn one."""

    shape: tuple[int, ...]
    offset: int
    steps: tuple[int, ...]
    strides: tuple[int, ...]


@dataclass(frozen=True)
class Buffer:
    """A stretch of memory of `length` elements of `item_bytes`, and two arrays that lie in it."""

    length: int
    item_bytes: int
    before: Window
    after: Window


def shared_buffer(source: Operand, result: Operand) -> Buffer | None:
    """The memory that both arrays lie in; None if they share none, or do not fall on the same elements."""
    first, second = place_of(source), place_of(result)
    if first is None or second is None or not first.shares(second) or first.item_bytes != second.item_bytes:
        return None
    item = first.item_bytes
    low = min(first.bounds[0], second.bounds[0])
    high = max(first.bounds[1], second.bounds[1])
    windows = []
    for place in (first, second):
        if (place.address - low) % item or any(stride % item for stride in place.strides):
            return None
        steps = tuple(stride // item for stride in place.strides)
        windows.append(Window(place.shape, (place.address - low) // item, steps, place.strides))
    return Buffer((high - low) // item, item, *windows)
