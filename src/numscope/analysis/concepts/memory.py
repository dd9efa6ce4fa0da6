"""Where arrays lie in memory, whether two of them share any of it, and what happened to it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from numscope.trace import Operand

# Solving exactly whether two strided arrays meet can take exponential time; beyond this work the answer is "they may".
_MAX_WORK = 10_000


@dataclass(frozen=True)
class Place:
    """The memory of one array: address of the first element, shape, strides and item size in bytes."""

    address: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    item_bytes: int

    @cached_property
    def bounds(self) -> tuple[int, int]:
        """First byte, and one past the last."""
        low = high = self.address
        for length, stride in zip(self.shape, self.strides, strict=True):
            reach = (length - 1) * stride
            if reach < 0:
                low += reach
            else:
                high += reach
        return low, high + self.item_bytes

    @cached_property
    def dense(self) -> bool:
        """Whether every byte within the bounds is an element's."""
        low, high = self.bounds
        return self.elements * self.item_bytes >= high - low

    def addresses(self) -> Any:
        """The address of every element, in C order."""
        result = np.array([self.address], np.int64)
        for length, stride in zip(self.shape, self.strides, strict=True):
            result = (result[:, None] + np.arange(length, dtype=np.int64) * stride).ravel()
        return result

    @cached_property
    def elements(self) -> int:
        """How many elements there are."""
        count = 1
        for length in self.shape:
            count *= length
        return count

    def shares(self, other: Place) -> bool:
        """Whether any byte is both arrays'."""
        (low, high), (other_low, other_high) = self.bounds, other.bounds
        if high <= other_low or other_high <= low:
            return False
        if self.dense and other.dense:
            return True
        try:
            return bool(np.shares_memory(self._stand_in(), other._stand_in(), max_work=_MAX_WORK))  # type: ignore[arg-type]
        except (np.exceptions.TooHardError, ValueError):
            return True

    def _stand_in(self) -> Any:
        """An array with this place's addresses, only ever asked about them: its memory is not ours to touch."""
        interface = {
            "version": 3,
            "data": (self.address, True),
            "shape": self.shape,
            "strides": self.strides,
            "typestr": f"|V{self.item_bytes}",
        }
        return np.asarray(type("StandIn", (), {"__array_interface__": interface})())


def place_of(operand: Operand) -> Place | None:
    """Where the operand lies; None for what has no memory of its own: scalars, empty arrays, Python values."""
    if operand.kind != "array" or not operand.address or operand.shape is None or operand.strides is None:
        return None
    count = 1
    for length in operand.shape:
        count *= length
    if count <= 0 or not operand.data_bytes:
        return None
    return Place(operand.address, operand.shape, operand.strides, operand.data_bytes // count)


class Unwritten:
    """Of an array's elements, those whose last writer is still looked for, going back in time."""

    _MOST = 1_000_000

    def __init__(self, place: Place) -> None:
        self._place = place
        self._left: Any = None

    def take(self, written: Place) -> bool:
        """Whether `written` is the last to have written any element; those it wrote are found.

        Of more than a million elements only whole overlaps are told apart.
        """
        if not written.shares(self._place):
            return False
        if max(self._place.elements, written.elements) > self._MOST:
            (low, high), (first, last) = written.bounds, self._place.bounds
            if written.dense and low <= first and last <= high:
                self._left = np.empty(0, np.int64)
            return True
        if self._left is None:
            self._left = self._place.addresses()
        before = len(self._left)
        if written.dense:
            low, high = written.bounds
            self._left = self._left[(self._left < low) | (self._left >= high)]
        else:
            self._left = self._left[~np.isin(self._left, written.addresses())]
        return len(self._left) < before

    def __bool__(self) -> bool:
        return self._left is None or len(self._left) > 0


@dataclass(frozen=True)
class Trail:
    """An array as operations left it, or as it was first seen (no sources).

    writes: whether its memory changed then; a view only shows what is there already. summary: it was put together
    when it was read, of what several operations had left. unknown: some of it is of unknown origin.
    """

    sources: tuple[int, ...]
    place: Place
    operand: Operand
    writes: bool
    summary: bool = False
    unknown: bool = False


class Region:
    """A stretch of memory that is one allocation as far as is known, with what happened to it, in order."""

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high
        self._trails: dict[int, Trail] = {}  # by number, in order
        self._views: dict[tuple[Place, str | None], int] = {}  # those that write nothing, by what they show
        self._count = 0

    def add(self, trail: Trail) -> None:
        """Add what happened last. An earlier view of the same is dropped: going back in time finds this one first."""
        shown = trail.place, trail.operand.dtype
        earlier = self._views.get(shown)
        if earlier is not None and (self._trails[earlier].summary or not trail.summary):
            del self._trails[earlier], self._views[shown]
        self._trails[self._count] = trail
        if not trail.writes:
            self._views[shown] = self._count
        self._count += 1

    def newest_first(self) -> Iterator[Trail]:
        """What happened, going back in time."""
        return reversed(self._trails.values())


class Memory:
    """All regions that are known, by address; they never overlap."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._regions: dict[int, Region] = {}

    def holding(self, place: Place) -> Region | None:
        """The region that all of `place` lies in."""
        low, high = place.bounds
        index = bisect_right(self._starts, low) - 1
        if index < 0:
            return None
        region = self._regions[self._starts[index]]
        return region if high <= region.high else None

    def claim(self, place: Place) -> Region:
        """A new region for `place`: whatever was known of that memory was of arrays that have died."""
        low, high = place.bounds
        first = bisect_right(self._starts, low) - 1
        if first < 0 or self._regions[self._starts[first]].high <= low:
            first += 1
        last = bisect_left(self._starts, high)
        for start in self._starts[first:last]:
            del self._regions[start]
        self._starts[first:last] = [low]
        region = self._regions[low] = Region(low, high)
        return region
