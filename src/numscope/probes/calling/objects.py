"""Calls of libraries whose objects hold arrays: objects are made again of what was recorded of them."""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any

from .made import Kept, Objects, Step, look, perform
from .memory import Arena
from .recipes import ATTRIBUTE, Outcome, Recipe
from .refusal import CannotReplayError
from .wanted import AFTER, Slot, Wanted


class ObjectRecipe(Recipe):
    """Calls a function or a method of a library with objects made again of their arrays and facts."""

    def __init__(self, wanted: Wanted, objects: Objects) -> None:
        self._objects, slots = objects, wanted.slots
        self._library = imported(objects.module)
        self._behind = {at: behind(slots, at) for at, slot in enumerate(slots) if slot.kind == "object"}
        self._makes = {
            at for at, parts in self._behind.items() if parts or objects.makes(slots[at].type or "")
        }
        self._owners = {part: owner for owner, parts in self._behind.items() for part in parts}
        module, path = imported(wanted.spelling["module"]), wanted.spelling["path"]
        super().__init__(wanted, function_at(module, path))
        self._accessors = tuple(Step(".", name) for name in (receiver_path(module, path) or [])[:-1])
        results = [at for at in (*self.outputs, *self.changed) if slots[at].kind == "object"]
        for at in results:
            if slots[at].item or (slots[at].position and slots[at].role == "output"):
                raise CannotReplayError("it gives several objects, which are not compared")
            if not self._behind[at]:
                raise CannotReplayError(f"its result is a {short(slots[at].type)}, which is not kept")
        self.described = frozenset(results)

    def _argument(self, index: int) -> tuple[str | None, int, dict[int, int]]:
        slot = self.slots[index]
        if slot.kind == "object":
            if index not in self._makes:
                raise CannotReplayError(f"its {slot.called()} is a {slot.type} object, which is not kept")
            return (slot.name if slot.position is None else None), index, {}
        name, at, items = super()._argument(index)
        if slot.kind == "literal":
            items = {
                self.slots[other].item: other
                for other in self.before
                if self.slots[other].item and other not in self._owners
                if (self.slots[other].position, self.slots[other].name) == (slot.position, slot.name)
            }
        return name, at, items

    def objects(self, addresses: list[Any], values: list[Any], arena: Arena) -> dict[int | None, Any]:
        """The arrays and plain values among the operands, objects' arrays too; `arguments` makes the objects."""
        objects = super().objects(addresses, values, arena)
        return {index: value for index, value in objects.items() if index not in self._makes}

    def arguments(
        self, objects: dict[int | None, Any], values: list[Any]
    ) -> tuple[list[Any], dict[str, Any]]:
        """The positional and the keyword arguments; the library's objects are put into `objects`.

        They are made here, of the arrays in `objects`, which may be others than were recorded.
        """
        for index in self.before:
            if index not in self._makes:
                continue
            arrays = {self.slots[at].name or "": objects[at] for at in self._behind[index] if at in objects}
            made = self._objects.made(self._kept(index, values))
            objects[index] = perform(self._library, made, arrays)
        return super().arguments(objects, values)

    def call(self, addresses: list[Any], values: list[Any], arena: Arena, recorded: str = "") -> Outcome:
        """Call it. Raises CannotReplayError if a value is missing, also one of a result."""
        if not recorded:
            for index in self.described:
                self._objects.require_whole(self._kept(index, values))
        outcome = super().call(addresses, values, arena, recorded)
        if not self.changed or outcome.exception is not None:
            return outcome
        changed = zip(outcome.mutated, self.changed, strict=True)
        return replace(outcome, mutated=tuple(self._changed(one, index) for one, index in changed))

    def _changed(self, value: Any, index: int) -> Any:
        """Return what the recorder described of an argument that was changed: by way of an accessor, the accessor."""
        if index in self._owners:
            return self._part(value, index)
        return look(value, self._accessors) if self.slots[index].position == 0 else value

    def parts(self, result: Any) -> list[Any]:
        """The objects that the recorder described by the output slots."""
        if not self.described:
            return super().parts(result)
        return [self._part(result, index) for index in self.outputs]

    def _part(self, value: Any, index: int) -> Any:
        owner = self._owners.get(index)
        if owner is None:
            return value
        kind, part = short(self.slots[owner].type), self.slots[index].name or ""
        return look(value, self._objects.look(kind, part))

    def _kept(self, index: int, values: list[Any]) -> Kept:
        facts = {
            self.slots[at].name or "": values[at]
            for at in self._behind[index]
            if self.slots[at].role == ATTRIBUTE
        }
        parts = (self.slots[at].name or "" for at in self._behind[index] if self.slots[at].role != ATTRIBUTE)
        return Kept(short(self.slots[index].type), facts, tuple(parts), home(self.slots[index].type))


def imported(module: str) -> Any:
    """Return a module of the library. Raises CannotReplayError if it can't be imported."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise CannotReplayError(f"{module} can't be imported by {sys.executable}: {error}") from None


def short(type_name: str | None) -> str:
    """Return the name of a class without its module."""
    return (type_name or "object").rpartition(".")[2].lstrip("_")


def home(type_name: str | None) -> str:
    """Return the module of a class."""
    return (type_name or "").rpartition(".")[0]


def behind(slots: Sequence[Slot], index: int) -> list[int]:
    """Return the slots that describe the object at `index`: they follow it."""
    owner, found = slots[index], []
    for at in range(index + 1, len(slots)):
        slot = slots[at]
        is_fact = slot.role == ATTRIBUTE and slot.item == index + 1
        is_part = bool(slot.item and slot.name) and slot.position == owner.position and slot.kind != "object"
        if not is_fact and not (is_part and (slot.role in AFTER) == (owner.role in AFTER)):
            break
        found.append(at)
    return found


def receiver_path(module: Any, path: str) -> list[str] | None:
    """Return the attributes that lead from an object to its method at `path`; None: a function of the module.

    A class that the module has no name for is one whose objects its functions give.
    """
    *owners, name = path.split(".")
    owner = module
    for at, part in enumerate(owners):
        found = getattr(owner, part, None)
        if isinstance(found, type) or found is None:
            member = inspect.getattr_static(found, name, None) if at == len(owners) - 1 else None
            return None if isinstance(member, (classmethod, staticmethod)) else [*owners[at + 1 :], name]
        if not isinstance(found, ModuleType):
            return [*owners[at + 1 :], name]
        owner = found
    return None


def function_at(module: Any, path: str) -> Callable[..., Any]:
    """Return what calls the operation at `path`. Raises CannotReplayError if the module has none here."""
    attributes = receiver_path(module, path)
    if attributes is not None:
        return _method(attributes)
    found = module
    for name in path.split("."):
        found = getattr(found, name, None)
    if not callable(found):
        raise CannotReplayError(f"{module.__name__} has no {path} here that can be called")
    result: Callable[..., Any] = found
    return result


def _method(attributes: list[str]) -> Callable[..., Any]:
    def call(receiver: Any, *arguments: Any, **named: Any) -> Any:
        for name in attributes:
            receiver = getattr(receiver, name)
        return receiver(*arguments, **named) if callable(receiver) else receiver

    return call
