"""A run of moments, step by step, in bounded memory."""

from __future__ import annotations

from numscope.inspector.moments import Moments, merge_all

# About 300 KB a series at most, and finer than a plot is wide.
_LONGEST = 2048


class History:
    """The moments of each step, in order; when there are too many, of 2, 4, 8... steps together."""

    def __init__(self, longest: int = _LONGEST) -> None:
        self._longest = longest
        self._entries: list[tuple[int, Moments]] = []
        self._steps_an_entry = 1
        self._steps_in_last = 0

    def add(self, step: int, moments: Moments) -> None:
        """Append what was seen at `step`."""
        if self._entries and self._steps_in_last < self._steps_an_entry:
            first, before = self._entries[-1]
            self._entries[-1] = (first, before.merge(moments))
            self._steps_in_last += 1
            return
        if len(self._entries) >= self._longest:
            self._halve()
        self._entries.append((step, moments))
        self._steps_in_last = 1

    def _halve(self) -> None:
        pairs = zip(self._entries[::2], self._entries[1::2], strict=True)
        self._entries = [(step, left.merge(right)) for (step, left), (_, right) in pairs]
        self._steps_an_entry *= 2

    def entries(self) -> list[tuple[int, Moments]]:
        """Return (first step, moments) of every entry."""
        return list(self._entries)

    def total(self) -> Moments:
        """Return the moments of everything seen."""
        return merge_all(moments for _, moments in self._entries)
