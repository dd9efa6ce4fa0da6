"""Switches of libraries that choose how they compute: read, and put back.

This module imports the standard library only and nothing of numscope: a replay loads it in other environments too.
Which switches a library has is said by its probe (`settings`) and given to these functions as `known`, by the library's
name.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

Value = bool | int | str
# Switch -> what reads it, what sets it: functions, or one attribute that does both; paths within the library.
Known = Mapping[str, Mapping[str, tuple[str, str]]]
Settings = Mapping[str, Mapping[str, Value]]
# What a version of a library that lacks a switch, or refuses a value, raises.
_REFUSALS = (AttributeError, RuntimeError, TypeError, ValueError)


def read_settings(known: Known) -> dict[str, dict[str, Value]]:
    """Return the switches of the libraries that this process has imported; those that a version lacks are left out.

    What is no number and no text, such as an element type, is given as its text.
    """
    found: dict[str, dict[str, Value]] = {}
    for library, switches in known.items():
        for name, (getter, _) in switches.items():
            with suppress(*_REFUSALS, KeyError):
                owner, attribute = _owner(library, getter)
                value = getattr(owner, attribute)
                value = value() if callable(value) else value
                found.setdefault(library, {})[name] = value if isinstance(value, (bool, int)) else str(value)
    return found


def put_settings(settings: Settings, known: Known) -> None:
    """Set the switches that differ, as far as this version has them."""
    now = read_settings(known)
    for library, values in settings.items():
        for name, value in values.items():
            if name in now.get(library, {}) and now[library][name] != value:
                with suppress(*_REFUSALS, KeyError):
                    _put(library, known[library][name][1], value)


@contextmanager
def with_settings(settings: Settings, known: Known) -> Iterator[None]:
    """Set switches for as long as the block lasts."""
    before = read_settings(known)
    put_settings(settings, known)
    try:
        yield
    finally:
        put_settings(before, known)


def _put(library: str, path: str, value: Value) -> None:
    owner, attribute = _owner(library, path)
    wanted: Any = value
    if isinstance(value, str) and value.startswith(f"{library}."):
        wanted = getattr(sys.modules[library], value[len(library) + 1 :])
    setter = getattr(owner, attribute)
    if callable(setter):
        setter(wanted)
    else:
        setattr(owner, attribute, wanted)


def _owner(library: str, path: str) -> tuple[Any, str]:
    """Return what has the switch. Raises KeyError if the library has not been imported: to ask must not load it."""
    *inside, attribute = path.split(".")
    owner: Any = sys.modules[library]
    name = library
    for part in inside:
        name = f"{name}.{part}"
        owner = sys.modules[name] if name in sys.modules else getattr(owner, part)
    return owner, attribute
