"""Which steps of one program's text stand for which of the other's, and which stand for none."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from numscope.analysis.diff.causes.steps_of_text import UNKNOWN, Step, is_number

Pair = tuple[Step, Step]


@dataclass(frozen=True)
class StepPairs:
    """The steps of two programs. lost, new: those of the first and of the second without a counterpart.

    renamed: names of the second by those of the first, as most steps say. pairs: steps that are given the same words in
    another order, or by other names, or where one text says less than the other.
    """

    lost: list[Step]
    new: list[Step]
    renamed: dict[str, str]
    pairs: list[Pair]


def step_pairs(before: list[Step], after: list[Step]) -> StepPairs:
    """Pair equal steps first, then those that may be equal."""
    renamed = _renamed(before, after)

    def names(step: Step, new: dict[str, str]) -> Hashable:
        return step.kind, _form(step), tuple(new.get(part.name, part.name) for part in step.given)

    lost, new, _ = _paired(before, after, lambda step: names(step, renamed), lambda step: names(step, {}))
    pairs: list[Pair] = []
    for key in (_form, lambda step: step.words):
        lost, new, found = _paired(lost, new, _of_kind(key), _of_kind(key))
        pairs += found
    groups: dict[tuple[str, int], tuple[list[Step], list[Step]]] = defaultdict(lambda: ([], []))
    for which, steps in enumerate((lost, new)):
        for one in steps:
            groups[one.kind, len(one.given)][which].append(one)
    for mine, theirs in groups.values():
        every = itertools.product(mine, theirs)
        for one, other in sorted(every, key=lambda both: -in_common(*both)):
            if one in lost and other in new and may_be_equal(one, other):
                lost.remove(one)
                new.remove(other)
                pairs.append((one, other))
    return StepPairs(lost, new, renamed, pairs)


def _form(step: Step) -> Hashable:
    return step.in_order, tuple(part.place for part in step.given)


def _of_kind(key: Callable[[Step], Hashable]) -> Callable[[Step], Hashable]:
    return lambda step: (step.kind, key(step))


def _paired(
    before: list[Step],
    after: list[Step],
    key: Callable[[Step], Hashable],
    other_key: Callable[[Step], Hashable],
) -> tuple[list[Step], list[Step], list[Pair]]:
    """Return the steps of both without one of the same key, and the pairs of the others."""
    waiting: dict[Hashable, list[Step]] = defaultdict(list)
    for one in after:
        waiting[other_key(one)].append(one)
    lost, pairs = [], []
    for one in before:
        there = waiting[key(one)]
        if there:
            pairs.append((one, there.pop(0)))
        else:
            lost.append(one)
    left = {id(one) for steps in waiting.values() for one in steps}
    return lost, [one for one in after if id(one) in left], pairs


def _renamed(before: list[Step], after: list[Step]) -> dict[str, str]:
    """Return what variables are called in the second program, by the steps that stand once in both."""
    once = [
        {key: found[0] for key, found in _by_form(steps).items() if len(found) == 1}
        for steps in (before, after)
    ]
    votes: Counter[tuple[str, str]] = Counter()
    for key in once[0].keys() & once[1].keys():
        both = zip(once[0][key].given, once[1][key].given, strict=True)
        votes.update((a.name, b.name) for a, b in both if a.name and b.name)
    renamed: dict[str, str] = {}
    for (old, new), _ in votes.most_common():
        renamed.setdefault(old, new)
    names = [{part.name for one in steps for part in one.given if part.name} for steps in (before, after)]
    return {name: name for name in names[0] & names[1]} | renamed


def _by_form(steps: list[Step]) -> dict[Hashable, list[Step]]:
    found: dict[Hashable, list[Step]] = defaultdict(list)
    for one in steps:
        found[one.kind, _form(one)].append(one)
    return found


def in_common(one: Step, other: Step) -> int:
    """Return how many words both steps are given."""
    return (Counter(one.words) & Counter(other.words)).total()


def may_be_equal(one: Step, other: Step) -> bool:
    """Return whether two steps of a kind differ in nothing that both texts say."""
    if one.ordered:
        if one.words != other.words and sorted(one.words) == sorted(other.words):
            return False
        return all(itertools.starmap(_may_be_same, zip(one.words, other.words, strict=True)))
    rest = Counter(one.words) - Counter(other.words), Counter(other.words) - Counter(one.words)
    mine, theirs = (sorted(count.elements(), key=lambda word: word == UNKNOWN) for count in rest)
    for word in mine:
        fitting = next((there for there in theirs if _may_be_same(word, there)), None)
        if fitting is None:
            return False
        theirs.remove(fitting)
    return True


def _may_be_same(word: str, other: str) -> bool:
    """Return whether two words may say the same: what one text writes as a number the other may compute."""
    return word == other or UNKNOWN in (word, other) or is_number(word) != is_number(other)
