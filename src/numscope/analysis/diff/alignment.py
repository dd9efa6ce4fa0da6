"""Two sequences laid side by side: which items stand for each other, which were removed, which inserted."""

from __future__ import annotations

from typing import Any

import numpy as np

# More single removals and insertions than this are not looked for one by one: the rest counts as replaced.
_MOST_EDITS = 1500
_STRIDE = 4096
# So many items are compared one by one before whole stretches are: mostly the first differ.
_FEW = 16
_NOWHERE = -(10**12)


def align(first: Any, second: Any) -> list[tuple[int, int]]:
    """The pairs (index in `first`, index in `second`) of a longest common subsequence of two arrays of numbers.

    Myers, "An O(ND) difference algorithm and its variations", 1986, the refinement in linear space. Where the two
    differ in more than 1,500 places, the furthest ways from both ends are paired, and what lies between is not.
    """
    # What one of them lacks is in no common subsequence.
    places = np.flatnonzero(np.isin(first, second)), np.flatnonzero(np.isin(second, first))
    pairs = _aligned(first[places[0]], second[places[1]])
    return [(int(places[0][a]), int(places[1][b])) for a, b in pairs]


def _aligned(first: Any, second: Any) -> list[tuple[int, int]]:
    start = _common(first, second)
    first, second = first[start:], second[start:]
    end = _common(first[::-1], second[::-1])
    middle = _edit(first[: len(first) - end], second[: len(second) - end])
    pairs = [(index, index) for index in range(start)]
    pairs += [(a + start, b + start) for a, b in middle]
    a, b = len(first) - end + start, len(second) - end + start
    return pairs + [(a + index, b + index) for index in range(end)]


def _common(first: Any, second: Any) -> int:
    """How many items agree from the start."""
    length = min(len(first), len(second))
    for start in range(0, length, _STRIDE):
        stop = min(start + _STRIDE, length)
        differ = np.flatnonzero(first[start:stop] != second[start:stop])
        if differ.size:
            return start + int(differ[0])
    return length


def _edit(first: Any, second: Any) -> list[tuple[int, int]]:
    """The pairs of two sequences that differ at both ends: of the parts before and after a point on a shortest way."""
    if not len(first) or not len(second):
        return []
    (x, y), (u, v) = _split(first, second)
    before = _aligned(first[:x], second[:y])
    return before + [(a + u, b + v) for a, b in _aligned(first[u:], second[v:])]


def _split(first: Any, second: Any) -> tuple[tuple[int, int], tuple[int, int]]:
    """Where two ways through both sequences, one from each end, meet first: the point, twice.

    If they need more edits than are looked for, two points: what lies between them has no pairs.
    """
    n, m = len(first), len(second)
    front, back = _Front(first, second), _Front(first[::-1], second[::-1])
    for edits in range(_MOST_EDITS // 2 + 1):
        for mine, other in ((front, back), (back, front)):
            mine.advance(edits)
            met = mine.meeting(other, edits)
            if met is not None:
                x, y = met if mine is front else (n - met[0], m - met[1])
                return (x, y), (x, y)
    x, y = front.furthest(n, m)
    u, v = back.furthest(n - x, m - y)
    return (x, y), (n - u, m - v)


class _Front:
    """How far the ways of so many edits reach that begin at the start of two sequences, by diagonal."""

    def __init__(self, first: Any, second: Any) -> None:
        self._arrays = first, second
        self._lists = first.tolist(), second.tolist()
        self._reach: dict[int, int] = {1: 0}

    def advance(self, edits: int) -> None:
        """Go on from the ways with one edit less."""
        reach = self._reach
        n, m = map(len, self._lists)
        for diagonal in range(-edits, edits + 1, 2):
            left, above = reach.get(diagonal - 1, _NOWHERE), reach.get(diagonal + 1, _NOWHERE)
            x = max(left + 1, above)
            inside = 0 <= x <= n and 0 <= x - diagonal <= m
            reach[diagonal] = self._along(x, x - diagonal) if inside else _NOWHERE

    def meeting(self, other: _Front, edits: int) -> tuple[int, int] | None:
        """Return a point at which the ways of `other`, which come from the end, have been already."""
        n, m = map(len, self._lists)
        here, there = self._reach, other._reach
        for diagonal in range(-edits, edits + 1, 2):
            x = here[diagonal]
            if x + there.get(n - m - diagonal, _NOWHERE) >= n:
                return x, x - diagonal
        return None

    def furthest(self, most_x: int, most_y: int) -> tuple[int, int]:
        """Return the point furthest from the start, not beyond the given one."""
        points = [(x, x - diagonal) for diagonal, x in self._reach.items()]
        inside = [(x, y) for x, y in points if 0 <= x <= most_x and 0 <= y <= most_y]
        return max(inside, key=sum, default=(0, 0))

    def _along(self, x: int, y: int) -> int:
        """Return how far both sequences agree from a point."""
        a, b = self._lists
        few = min(x + _FEW, len(a), len(b) - y + x)
        start, shift = x, y - x
        while x < few and a[x] == b[x + shift]:
            x += 1
        if x < few or x == start:
            return x
        first, second = self._arrays
        return x + _common(first[x:], second[x + shift :])
