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

    Most patterns are a name, or a part of one: these need no regular expression, which takes 17 microseconds a name
    where patterns begin with `*`.
    """

    def __init__(self, facts: Mapping[str, Fact]) -> None:
        self._facts = tuple(facts.values())
        self._whole: dict[str, int] = {}
        self._last: dict[str, int] = {}
        self._beginnings: dict[str, int] = {}
        self._ends: dict[str, int] = {}
        self._parts: dict[str, int] = {}
        others: dict[int, str] = {}
        for number, pattern in enumerate(facts):
            kind, text = self._read(pattern)
            if kind is None:
                others[number] = pattern
            else:
                kind.setdefault(text, number)
        self._begins, self._ends_in = tuple(self._beginnings), tuple(self._ends)
        self._numbers = tuple(others)
        self._others = _joined(tuple(others.values())) if others else None

    def _read(self, pattern: str) -> tuple[dict[str, int] | None, str]:
        """Return where a pattern is looked up, and under what; None: it is another kind."""
        if not _WILD.search(pattern):
            return self._whole, pattern
        if pattern.startswith("*.") and not _WILD.search(pattern, 1) and "." not in pattern[2:]:
            return self._last, pattern[2:]
        if pattern.startswith("*") and not _WILD.search(pattern, 1):
            return self._ends, pattern[1:]
        if pattern.endswith("*") and not _WILD.search(pattern[:-1]):
            return self._beginnings, pattern[:-1]
        if pattern.startswith("*") and pattern.endswith("*") and not _WILD.search(pattern[1:-1]):
            return self._parts, pattern[1:-1]
        return None, pattern

    def of(self, path: str, otherwise: Fact) -> Fact:
        """Return what is said behind the first pattern that `path` fits."""
        none = len(self._facts)
        number = min(self._whole.get(path, none), self._by_part(path, none))
        found = self._others.match(path) if self._others is not None else None
        if found is not None and found.lastgroup is not None:
            number = min(number, self._numbers[int(found.lastgroup[len(_GROUP) :])])
        return otherwise if number == none else self._facts[number]

    def _by_part(self, path: str, none: int) -> int:
        number = none
        _, dot, last = path.rpartition(".")
        if dot and last in self._last:
            number = self._last[last]
        if path.startswith(self._begins):
            number = min(number, *(self._beginnings[text] for text in self._begins if path.startswith(text)))
        if path.endswith(self._ends_in):
            number = min(number, *(self._ends[text] for text in self._ends_in if path.endswith(text)))
        for text in self._parts:
            if text in path:
                number = min(number, self._parts[text])
        return number


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
