"""Two sequences laid side by side: which items stand for each other, which were removed, which inserted."""

from __future__ import annotations

from typing import Any

import numpy as np

# More single removals and insertions than this are not looked for one by one: the rest counts as replaced.
_MOST_EDITS = 1500
_STRIDE = 4096
# So many items are compared one by one before whole stretches are: mostly the first differ.
_FEW = 16


def align(first: Any, second: Any) -> list[tuple[int, int]]:
    """The pairs (index in `first`, index in `second`) of a longest common subsequence of two arrays of numbers.

    Myers, "An O(ND) difference algorithm and its variations", 1986. Where the two differ in more than 1,500
    places, what lies beyond is paired greedily from both ends.
    """
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
    """The pairs of two sequences that differ at both ends."""
    n, m = len(first), len(second)
    if n == 0 or m == 0:
        return []
    a, b = first.tolist(), second.tolist()
    reach: dict[int, int] = {1: 0}
    history: list[dict[int, int]] = []
    for edits in range(min(n + m, _MOST_EDITS) + 1):
        history.append(dict(reach))
        for diagonal in range(-edits, edits + 1, 2):
            down = diagonal == -edits or (
                diagonal != edits and reach.get(diagonal - 1, -1) < reach.get(diagonal + 1, -1)
            )
            x = reach.get(diagonal + 1, 0) if down else reach.get(diagonal - 1, 0) + 1
            y = x - diagonal
            if x > n or y > m or y < 0:
                reach[diagonal] = x
                continue
            few = min(x + _FEW, n, m + diagonal)
            while x < few and a[x] == b[x - diagonal]:
                x += 1
            if x == few:
                x += _common(first[x:], second[x - diagonal :])
            reach[diagonal] = x
            if x >= n and x - diagonal >= m:
                return _walk_back(history, n, m)
    best = max(reach, key=lambda diagonal: min(reach[diagonal], n) + min(reach[diagonal] - diagonal, m))
    x = min(reach[best], n, m + best)
    return _walk_back(history, x, x - best)


def _walk_back(history: list[dict[int, int]], x: int, y: int) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    for edits in range(len(history) - 1, -1, -1):
        reach, diagonal = history[edits], x - y
        down = diagonal == -edits or (
            diagonal != edits and reach.get(diagonal - 1, -1) < reach.get(diagonal + 1, -1)
        )
        before = diagonal + 1 if down else diagonal - 1
        start_x = reach.get(before, 0) if edits else 0
        start_y = start_x - before if edits else 0
        while x > start_x and y > start_y and x > 0 and y > 0:
            if edits and (x, y) == (start_x + (not down), start_y + down):
                break
            x, y = x - 1, y - 1
            pairs.append((x, y))
        if edits:
            x, y = start_x, start_y
    return pairs[::-1]
