"""Which of a list of patterns a path fits first, asked for every public name of a library."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fnmatch import translate
from functools import cache
from typing import Generic, TypeVar

Fact = TypeVar("Fact")
_WILD = re.compile(r"[*?[]")
_GROUP = "pattern"


class Facts(Generic[Fact]):
    """What is said of paths by patterns, as fnmatchcase reads them, of which the first that fits counts.

    Most patterns are a name or end in one: these are looked up.
    """

    def __init__(self, facts: Mapping[str, Fact]) -> None:
        self._facts = tuple(facts.values())
        self._whole: dict[str, int] = {}
        self._last: dict[str, int] = {}
        others: dict[int, str] = {}
        for number, pattern in enumerate(facts):
            if not _WILD.search(pattern):
                self._whole[pattern] = number
            elif pattern.startswith("*.") and not _WILD.search(pattern, 1) and "." not in pattern[2:]:
                self._last[pattern[2:]] = number
            else:
                others[number] = pattern
        self._numbers = tuple(others)
        self._others = _joined(tuple(others.values())) if others else None

    def of(self, path: str, otherwise: Fact) -> Fact:
        """Return what is said behind the first pattern that `path` fits."""
        number = none = len(self._facts)
        if path in self._whole:
            number = self._whole[path]
        _, dot, last = path.rpartition(".")
        if dot and last in self._last:
            number = min(number, self._last[last])
        found = self._others.match(path) if self._others is not None else None
        if found is not None and found.lastgroup is not None:
            number = min(number, self._numbers[int(found.lastgroup[len(_GROUP) :])])
        return otherwise if number == none else self._facts[number]


def fact_of(path: str, facts: Mapping[str, Fact], otherwise: Fact) -> Fact:
    """Return what stands in `facts` behind the first pattern that `path` fits."""
    return Facts(facts).of(path, otherwise)


def listed(patterns: Iterable[str]) -> Facts[bool]:
    """Return patterns of which it is asked only whether a path fits one."""
    return Facts(dict.fromkeys(patterns, True))


@cache
def _joined(patterns: tuple[str, ...]) -> re.Pattern[str]:
    """One expression, a group a pattern: to match them one after the other takes a third of a recording's start.

    Groups have names: before Python 3.11 `translate` makes groups of its own, so that their numbers say nothing.
    """
    groups = (f"(?P<{_GROUP}{number}>{translate(pattern)})" for number, pattern in enumerate(patterns))
    return re.compile("|".join(groups))
