"""Narrowing a set of changes down to the least that decides whether a run ends right or wrong.

Source: A. Zeller, R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE Transactions on Software
Engineering 28 (2), 2002: the algorithm `dd`, which narrows from both sides and takes what can't be judged into account.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from itertools import pairwise
from typing import TypeVar

One = TypeVar("One")


class Outcome(Enum):
    """How a run ended: as the first program, as the second, or as neither."""

    RIGHT = "right"
    WRONG = "wrong"
    NEITHER = "neither"


def narrowed(
    changes: Sequence[One], outcome: Callable[[frozenset[One]], Outcome]
) -> tuple[frozenset[One], frozenset[One]]:
    """Return two sets of changes, one of them part of the other, that end right and wrong: as near as can be found.

    None of the changes has to end right, all of them wrong. `outcome` may end the search by raising `StopIteration`.
    """
    right: frozenset[One] = frozenset()
    wrong = frozenset(changes)
    parts = 2
    try:
        while len(wrong) - len(right) > 1 and parts <= len(wrong) - len(right):
            between = [one for one in changes if one in wrong and one not in right]
            found = _narrower(right, wrong, _divided(between, parts), outcome)
            if found is None:
                if parts == len(between):
                    break
                parts = min(2 * parts, len(between))
            else:
                right, wrong, halved = found
                parts = 2 if halved else max(parts - 1, 2)
    except StopIteration:
        pass
    return right, wrong


def _narrower(
    right: frozenset[One],
    wrong: frozenset[One],
    parts: list[frozenset[One]],
    outcome: Callable[[frozenset[One]], Outcome],
) -> tuple[frozenset[One], frozenset[One], bool] | None:
    """Return nearer sets, and whether they are as near as one of the parts is small."""
    for part in parts:
        more, less = right | part, wrong - part
        if outcome(more) is Outcome.WRONG:
            return right, more, True
        if outcome(less) is Outcome.RIGHT:
            return less, wrong, True
    for part in parts:
        more, less = right | part, wrong - part
        if outcome(more) is Outcome.RIGHT:
            return more, wrong, False
        if outcome(less) is Outcome.WRONG:
            return right, less, False
    return None


def _divided(changes: list[One], parts: int) -> list[frozenset[One]]:
    ends = [len(changes) * part // parts for part in range(parts + 1)]
    return [frozenset(changes[start:end]) for start, end in pairwise(ends)]
