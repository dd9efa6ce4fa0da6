"""Which of a list of patterns a path fits first, asked for every public name of a library."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fnmatch import translate
from functools import cache
from typing import TypeVar

Fact = TypeVar("Fact")


def fact_of(path: str, facts: Mapping[str, Fact], otherwise: Fact) -> Fact:
    """Return what stands in `facts` behind the first pattern, as fnmatchcase reads it, that `path` fits."""
    number = _first_fit(tuple(facts), path)
    return otherwise if number is None else list(facts.values())[number]


def fits(path: str, patterns: Iterable[str]) -> bool:
    """Tell whether `path` fits one of `patterns`."""
    return _first_fit(tuple(patterns), path) is not None


@cache
def _first_fit(patterns: tuple[str, ...], path: str) -> int | None:
    found = _joined(patterns).match(path) if patterns else None
    return None if found is None or found.lastindex is None else found.lastindex - 1


@cache
def _joined(patterns: tuple[str, ...]) -> re.Pattern[str]:
    """One expression, a group a pattern: to match them one after the other takes a third of a recording's start."""
    return re.compile("|".join(f"({translate(pattern)})" for pattern in patterns))
