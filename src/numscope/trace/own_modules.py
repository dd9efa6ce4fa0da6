"""Which modules have to do with the files that called operations: those that import these, and what they import.

A process may have loaded many others of the user's, as in a notebook or under pytest. Only words are looked at: a
module too many does no harm.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import PurePath

_IMPORTS = re.compile(r"^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+)?import\b[ \t]*(\([^)]*\)|[^\n]*)", re.MULTILINE)
_WORD = re.compile(r"\w+")


def connected_modules(
    called: Iterable[str], loaded: Iterable[str], text: Callable[[str], str | None]
) -> list[str]:
    """Return those of the files `loaded` that import one of `called`, over others too, and all that these files import.

    text: gives what a file holds; None: it is not the user's, or not known.
    """
    words = {file: _imported(known) for file in {*called, *loaded} if (known := text(file)) is not None}
    uses = {file: {other for other in words if _name(other) in words[file]} for file in words}
    used_by: dict[str, set[str]] = {file: set() for file in words}
    for file, others in uses.items():
        for other in others:
            used_by[other].add(file)
    started = _reached(set(called) & set(words), used_by)
    return sorted(_reached(started, uses))


def _imported(text: str) -> set[str]:
    found = (match for match in _IMPORTS.finditer(text))
    return {word for match in found for word in _WORD.findall(f"{match[1] or ''} {match[2]}")}


def _name(file: str) -> str:
    path = PurePath(file)
    return path.parent.name if path.stem == "__init__" else path.stem


def _reached(starts: set[str], edges: Mapping[str, set[str]]) -> set[str]:
    found, waiting = set(starts), list(starts)
    while waiting:
        for one in edges[waiting.pop()] - found:
            found.add(one)
            waiting.append(one)
    return found
