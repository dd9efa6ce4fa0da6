"""How objects of libraries are made of arrays and looked into: described once, done by a replay, written by a test."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .refusal import CannotReplayError


@dataclass(frozen=True)
class Kept:
    """What is known of an object: its class and the module of that, facts by name, and the names of its arrays."""

    kind: str
    facts: Mapping[str, Any]
    parts: tuple[str, ...]
    home: str = ""


@dataclass(frozen=True)
class Part:
    """Stands for the array of this name."""

    name: str


@dataclass(frozen=True)
class Made:
    """A call, of what stands at `path` in the library, that makes an object. Arguments hold `Part` and `Made`."""

    path: str
    positional: tuple[Any, ...] = ()
    named: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Step:
    """A step into an object: "." an attribute, "()" a method without arguments, "[]" an item, "np" by DLPack."""

    kind: str
    name: Any = None


class Objects:
    """How the objects of one library are made again. module: the name by which it is imported."""

    module = ""

    def makes(self, type_name: str) -> bool:
        """Return whether objects of a class are made of which nothing was recorded but the class."""
        return False

    def made(self, kept: Kept) -> Made:
        """Return the call that makes such an object. Raises CannotReplayError if not all of it was kept."""
        raise CannotReplayError(f"a {kept.kind} is not kept")

    def require_whole(self, kept: Kept) -> None:
        """Raise CannotReplayError if less was kept of a result than must be compared."""
        self.made(kept)

    def look(self, kind: str, part: str) -> tuple[Step, ...]:
        """Return the way to the array of this name in an object of this class."""
        raise NotImplementedError


def perform(library: Any, value: Any, parts: Mapping[str, Any]) -> Any:
    """Return the object of a `Made`, or an argument with its parts in their places."""
    if isinstance(value, Part):
        return parts[value.name]
    if isinstance(value, Made):
        function = library
        for name in value.path.split("."):
            function = getattr(function, name)
        positional = [perform(library, one, parts) for one in value.positional]
        return function(*positional, **perform(library, dict(value.named), parts))
    if isinstance(value, dict):
        return {name: perform(library, one, parts) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(perform(library, one, parts) for one in value)
    return value


def write(module: str, value: Any, names: Mapping[str, str]) -> str:
    """Return the source of a `Made` or of an argument; names: what the parts are called in it."""
    if isinstance(value, Part):
        return names[value.name]
    if isinstance(value, Made):
        texts = [write(module, one, names) for one in value.positional]
        texts += [f"{name}={write(module, one, names)}" for name, one in value.named.items()]
        return f"{module}.{value.path}({', '.join(texts)})"
    if isinstance(value, dict):
        pairs = (f"{name!r}: {write(module, one, names)}" for name, one in value.items())
        return f"{{{', '.join(pairs)}}}"
    if isinstance(value, list):
        return f"[{', '.join(write(module, one, names) for one in value)}]"
    if isinstance(value, tuple):
        return f"({''.join(f'{write(module, one, names)}, ' for one in value).rstrip()})"
    return repr(value)


def look(value: Any, steps: tuple[Step, ...]) -> Any:
    """Return what the steps lead to; None: one of them leads nowhere."""
    try:
        for step in steps:
            value = _taken(value, step)
    except (AttributeError, KeyError, IndexError, TypeError):
        return None
    return value


def _taken(value: Any, step: Step) -> Any:
    if step.kind == "np":
        return np.from_dlpack(value)
    if step.kind == "[]":
        return value[step.name]
    found = getattr(value, step.name)
    return found() if step.kind == "()" else found


def write_look(text: str, steps: tuple[Step, ...]) -> str:
    """Return the source of the steps from `text`."""
    for step in steps:
        if step.kind == "np":
            text = f"np.from_dlpack({text})"
        elif step.kind == "[]":
            text = f"{text}[{step.name!r}]"
        else:
            text = f"{text}.{step.name}{'()' if step.kind == '()' else ''}"
    return text
