"""What is to be called again, and who makes the recipe for it: a function that its probe names."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .refusal import CannotReplayError

if TYPE_CHECKING:
    from .recipes import Recipe

# The package is called otherwise where a worker has imported it from numscope's folder.
_PACKAGE = __name__.partition(".")[0]


@dataclass(frozen=True)
class Slot:
    """What is the same about an operand in all operations called alike. The fields are the trace's columns."""

    kind: str
    role: str
    position: int | None
    name: str | None
    item: int
    type: str | None
    description: str | None
    shape: tuple[int, ...] | None
    strides: tuple[int, ...] | None
    read_only: bool
    fortran: bool = False

    def called(self) -> str:
        """The operand as people call it."""
        where = f"{self.role} {self.position}" if self.position is not None else f"argument {self.name}"
        return f"array {self.item} of {where}" if self.item and self.role not in AFTER else where


AFTER = ("output", "mutated")


@dataclass(frozen=True)
class Wanted:
    """Operations called alike that are to be called again.

    spelling: how the probe of their library writes them: a Spelling as a dictionary, or `refusal`, why there is none.
    change: applied to every array and parsed argument before a call; None leaves all as it was. programs: the files of
    the program whose functions may be called.
    """

    name: str
    slots: tuple[Slot, ...]
    spelling: dict[str, Any]
    traits: int = 0
    change: Callable[[Any], Any] | None = None
    programs: tuple[str, ...] = ()


def recipe_for(wanted: Wanted) -> Recipe:
    """Return how it is called. Raises CannotReplayError if it can't be."""
    if "refusal" in wanted.spelling:
        raise CannotReplayError(wanted.spelling["refusal"])
    recipe: Recipe = load(wanted.spelling["recipe"])(wanted)
    return recipe


def load(target: str) -> Any:
    """Return what a probe names as "module:name"; the name comes from a probe and never out of a trace."""
    module, _, name = target.partition(":")
    first, _, rest = module.partition(".")
    return getattr(importlib.import_module(f"{_PACKAGE}.{rest}" if first == "numscope" else module), name)
