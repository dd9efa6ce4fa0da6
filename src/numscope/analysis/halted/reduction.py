"""Fewer elements that still show the same: axes of equal length are cut together, in ever smaller pieces.

The search is Zeller and Hildebrandt's ddmin ("Simplifying and isolating failure-inducing input", IEEE Transactions on
Software Engineering 28, 2002) over the indices of one length at a time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

_MOST_RUNS = 400
_MOST_SECONDS = 5.0


class Shrinker:
    """Cuts `arrays` as long as `shows` holds of what is left. They may be cut in any way that keeps axes together."""

    def __init__(self, arrays: Sequence[Any], shows: Callable[[list[Any]], bool]) -> None:
        self._arrays = arrays
        self._shows = shows
        self._kept: dict[int, list[int]] = {
            length: list(range(length)) for array in arrays for length in array.shape if length > 1
        }
        self._runs = 0
        self._until = time.monotonic() + _MOST_SECONDS

    def shrink(self) -> list[Any]:
        """The arrays, cut as far as they could be."""
        for length in sorted(self._kept, reverse=True):
            self._shrink_length(length)
        return self._cut(self._kept)

    def _shrink_length(self, length: int) -> None:
        piece = (length + 1) // 2
        while piece:
            start = 0
            while start < len(self._kept[length]) and len(self._kept[length]) > 1:
                rest = self._kept[length][:start] + self._kept[length][start + piece :]
                if rest and self._still(length, rest):
                    self._kept[length] = rest
                else:
                    start += piece
                if self._runs >= _MOST_RUNS or time.monotonic() > self._until:
                    return
            piece = piece // 2 if piece > 1 else 0

    def _still(self, length: int, rest: list[int]) -> bool:
        self._runs += 1
        return self._shows(self._cut({**self._kept, length: rest}))

    def _cut(self, kept: dict[int, list[int]]) -> list[Any]:
        cut = []
        for array in self._arrays:
            part = array
            for axis, length in enumerate(array.shape):
                if length > 1 and len(kept[length]) < length:
                    part = np.take(part, kept[length], axis=axis)
            cut.append(part)
        return cut
