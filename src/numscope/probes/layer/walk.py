"""The last walk through a library's public API, for as long as the library is as it was.

A recording that begins finds 2,600 functions of pandas in 60 ms of processor time. Whether the walk before it would
find the same takes 2 ms: every module and class that it looked at holds the same objects under the same names.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from operator import is_
from typing import Any

from numscope.probes.layer.entry import Entry
from numscope.probes.layer.surface import Surface

_last: dict[object, Walk] = {}


@dataclass(frozen=True)
class Walk:
    """What a walk found. classes: with their paths; entries: those with a function, in the order of their hooks."""

    classes: dict[type, str]
    entries: list[Entry]
    seen: list[_Seen]


@dataclass(frozen=True)
class _Seen:
    """What a module or class held."""

    owner: object
    names: tuple[str, ...]
    values: tuple[object, ...]
    public: tuple[object, ...]

    @classmethod
    def of(cls, owner: object) -> _Seen:
        """Return what `owner` holds now."""
        held = vars(owner)
        return cls(owner, tuple(held), tuple(held.values()), _public(held))

    def is_same(self) -> bool:
        """Return whether its owner holds the same now."""
        held = vars(self.owner)
        return (
            len(held) == len(self.names)
            and tuple(held) == self.names
            and all(map(is_, held.values(), self.values))
            and _public(held) == self.public
        )


def _public(held: Mapping[str, object]) -> tuple[object, ...]:
    # The list is the same one where a module adds to it.
    public = held.get("__all__")
    return tuple(public) if isinstance(public, (list, tuple)) else ()


def walk(surface: Surface) -> Walk:
    """Return what is public of a library by now, from the last walk if nothing has changed since."""
    key = (type(surface), surface.library, surface.modules, tuple(surface.classes.items()), surface.once)
    last = _last.get(key)
    if last is None or not _holds(last, surface):
        last = _last[key] = _walked(surface)
    return last


def _holds(last: Walk, surface: Surface) -> bool:
    modules = [sys.modules.get(name) for name in surface.modules]
    return all(map(is_, modules, (seen.owner for seen in last.seen))) and all(
        seen.is_same() for seen in last.seen
    )


def _walked(surface: Surface) -> Walk:
    classes = surface.found
    owners: dict[Any, None] = dict.fromkeys(sys.modules[name] for name in surface.modules)
    owners.update((base, None) for kind in classes for base in kind.__mro__)
    return Walk(
        classes,
        by_own_name(surface.entries()),
        [_Seen.of(owner) for owner in owners],
    )


def by_own_name(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries with a function, those first that are called as their function is: aliases come behind."""
    watched = [entry for entry in entries if entry.function is not None]
    return sorted(watched, key=lambda entry: not _is_own_name(entry))


def _is_own_name(entry: Entry) -> bool:
    assert entry.function is not None
    return entry.attribute == "" or entry.name.rpartition(".")[2] == entry.function.__name__
