"""What is to be called again: an operation's name, its operands, and how its probe writes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

# Roles of what is described when the call has ended.
AFTER = ("output", "mutated")


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
