"""Operations of libraries that have a probe, called as the probe spells them.

The spelling comes from the process that asks, in whose environment the probe is installed, and never out of a trace:
what is imported here is what that probe names.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any

import numpy as np

from . import generators
from .memory import Arena
from .recipes import Outcome, Recipe
from .refusal import CannotReplayError
from .wanted import Slot, Wanted


class SpelledRecipe(Recipe):
    """Calls an operation as its spelling says: a function of a module, with objects made of what they held."""

    def __init__(self, wanted: Wanted) -> None:
        slots, spelled = wanted.slots, wanted.spelling
        self._module = _imported(spelled["module"])
        self._generator_path: str = spelled["generator"]
        self._kinds: dict[str, Any] = {
            f"{spelled['module']}.{path}": parts for path, parts in spelled["objects"].items()
        }
        super().__init__(wanted, _at(self._module, spelled["path"]))
        self.described = frozenset(
            index for index in self.outputs if self._parts_of(slots[index]) is not None
        )
        self._require_comparable()

    def _require_comparable(self) -> None:
        """Refuse a call all of whose results are objects of which nothing is known that could be compared."""
        results = [self.slots[index] for index in self.outputs if not self.slots[index].item]
        if results and not self.described and all(slot.kind == "object" for slot in results):
            raise CannotReplayError(f"its result, an object of type {results[0].type}, is not kept")

    def _parts_of(self, slot: Slot) -> Any:
        """What objects like the operand hold, if it is one."""
        return self._kinds.get(slot.type or "") if slot.kind == "object" and not slot.item else None

    def _argument(self, index: int) -> tuple[str | None, int, dict[int, int]]:
        slot = self.slots[index]
        parts = self._parts_of(slot)
        if parts is None:
            return super()._argument(index)
        if not parts["make"]:
            raise CannotReplayError(f"its {slot.called()} is a {slot.type}, which its probe can't make again")
        return (slot.name if slot.position is None else None), index, {}

    def objects(self, addresses: list[Any], values: list[Any], arena: Arena) -> dict[int | None, Any]:
        """The Python object of every operand that goes in; the library's own are made of what they held."""
        objects = super().objects(addresses, values, arena)
        for index in self.before:
            slot = self.slots[index]
            parts = self._parts_of(slot)
            if parts is not None:
                held = {
                    str(self.slots[other].name): objects[other]
                    for other in self.before
                    if self.slots[other].item and self.slots[other].position == slot.position
                }
                objects[index] = _at(self._module, parts["make"])(**held)
        return objects

    def parts(self, result: Any) -> list[Any]:
        """The objects that the recorder described by the output slots."""
        if not self.described:
            return super().parts(result)
        slots = [self.slots[index] for index in self.outputs]
        return [getattr(result, str(slot.name), None) if slot.item else result for slot in slots]

    def call(self, addresses: list[Any], values: list[Any], arena: Arena, recorded: str = "") -> Outcome:
        """Call it, with the library's generator in the state in which it was."""
        if not self._generator_path:
            return super().call(addresses, values, arena, recorded)
        owner_path, _, name = self._generator_path.rpartition(".")
        owner = _at(self._module, owner_path) if owner_path else self._module
        before = getattr(owner, name, None)
        setattr(owner, name, self._revived(before, values))
        try:
            return super().call(addresses, values, arena, recorded)
        finally:
            setattr(owner, name, before)

    def _revived(self, before: Any, values: list[Any]) -> Any:
        kind = "RandomState" if isinstance(before, np.random.RandomState) else "Generator"
        state = values[self._state] if self._state is not None else None
        key = values[self._key] if self._key is not None else None
        return generators.revive(f"numpy.random.{kind}.", state, key)


def _imported(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise CannotReplayError(f"{name} can't be imported by {sys.executable}: {error}") from None


def _at(owner: Any, path: str) -> Any:
    for name in path.split("."):
        owner = getattr(owner, name, None)
    if owner is None:
        raise CannotReplayError(f"the library that is installed here has no {path}")
    return owner
