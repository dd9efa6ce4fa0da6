"""How calls of pandas are made again: functions, constructors and methods of Series and tables."""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable
from typing import Any

from ...calling.memory import Arena
from ...calling.recipes import ATTRIBUTE, Recipe
from ...calling.refusal import CannotReplayError
from ...calling.wanted import AFTER, Wanted
from .tables import Kept, made_again

_KINDS = ("Series", "DataFrame")


def recipe(wanted: Wanted) -> Recipe:
    """Return how the operation is called. Raises CannotReplayError if it can't be."""
    return PandasRecipe(wanted)


class PandasRecipe(Recipe):
    """Calls an operation of pandas with objects made again of their arrays, their index and their labels."""

    def __init__(self, wanted: Wanted) -> None:
        self._pandas = _imported()
        self._described = {
            index: _behind(wanted, index) for index, slot in enumerate(wanted.slots) if slot.kind == "object"
        }
        super().__init__(wanted, _function(self._pandas, wanted.name))
        if any(self.slots[index].kind == "object" for index in self.changed):
            raise CannotReplayError("it changes an object in place, which is not compared yet")
        outputs = [index for index in self.outputs if self.slots[index].kind == "object"]
        for index in outputs:
            kind = _short(self.slots[index].type)
            if kind not in _KINDS or self.slots[index].position:
                raise CannotReplayError(f"its result is a {kind}, which can't be compared")
        self.described = frozenset(outputs)

    def _argument(self, index: int) -> tuple[str | None, int, dict[int, int]]:
        slot = self.slots[index]
        if slot.kind != "object":
            return super()._argument(index)
        if not self._described[index]:
            raise CannotReplayError(f"its {slot.called()} is a {slot.type} object, which is not kept")
        return (slot.name if slot.position is None else None), index, {}

    def objects(self, addresses: list[Any], values: list[Any], arena: Arena) -> dict[int | None, Any]:
        """The Python object of every operand that goes in; those of pandas are made of what they held."""
        objects = super().objects(addresses, values, arena)
        for index, behind in self._described.items():
            if index in objects:
                facts = {
                    self.slots[at].name or "": values[at] for at in behind if self.slots[at].role == ATTRIBUTE
                }
                parts = {
                    self.slots[at].name or "": objects[at]
                    for at in behind
                    if self.slots[at].role != ATTRIBUTE
                }
                objects[index] = made_again(self._pandas, Kept(_short(self.slots[index].type), facts, parts))
        return objects

    def parts(self, result: Any) -> list[Any]:
        """The objects that the recorder described by the output slots."""
        if not self.described:
            return super().parts(result)
        return [self._part(result, index) for index in self.outputs]

    def _part(self, result: Any, index: int) -> Any:
        slot = self.slots[index]
        if not slot.item:
            return result
        column = result if _short(type(result).__name__) == "Series" else result.get(slot.name)
        return None if column is None else column.to_numpy()


def _imported() -> Any:
    try:
        return importlib.import_module("pandas")
    except ImportError as error:
        raise CannotReplayError(f"pandas can't be imported by {sys.executable}: {error}") from None


def _short(type_name: str | None) -> str:
    return (type_name or "object").rpartition(".")[2].lstrip("_")


def _behind(wanted: Wanted, index: int) -> list[int]:
    """Return the slots that describe the object at `index`: they follow it."""
    owner, found = wanted.slots[index], []
    for at in range(index + 1, len(wanted.slots)):
        slot = wanted.slots[at]
        is_fact = slot.role == ATTRIBUTE and slot.item == index + 1
        is_part = bool(slot.item and slot.name) and slot.position == owner.position and slot.kind != "object"
        if not is_fact and not (is_part and (slot.role in AFTER) == (owner.role in AFTER)):
            break
        found.append(at)
    return found


def _function(pandas: Any, name: str) -> Callable[..., Any]:
    """Return what calls the operation of this name. Raises CannotReplayError if pandas here has none."""
    path = name.split(".")[1:]
    owner = getattr(pandas, path[0], None)
    if owner is None:
        raise CannotReplayError(f"pandas {pandas.__version__} has no {path[0]} that can be called by itself")
    if len(path) == 1 or not isinstance(owner, type):
        for part in path[1:]:
            owner = getattr(owner, part, None)
        return _callable(owner, name)
    member = inspect.getattr_static(owner, path[1], None)
    if isinstance(member, (classmethod, staticmethod)):
        return _callable(getattr(owner, path[1]), name)
    return _method(path[1:-1], path[-1])


def _callable(found: Any, name: str) -> Callable[..., Any]:
    if not callable(found):
        raise CannotReplayError(f"pandas has no {name} here that can be called")
    result: Callable[..., Any] = found
    return result


def _method(accessors: list[str], name: str) -> Callable[..., Any]:
    def call(receiver: Any, *arguments: Any, **named: Any) -> Any:
        for accessor in accessors:
            receiver = getattr(receiver, accessor)
        found = getattr(receiver, name)
        return found(*arguments, **named) if callable(found) else found

    return call
