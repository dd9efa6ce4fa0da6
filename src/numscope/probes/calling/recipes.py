"""How an operation is called: which operands become which arguments. Made once for all operations called alike."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from ...operations.traits import Trait
from .literals import holds_items, parse, with_items
from .memory import Arena, Form
from .refusal import CannotReplayError
from .wanted import AFTER, Slot, Wanted

ATTRIBUTE = "attribute"
# Attributes that hold the state in which the operation found its random number generator.
STATE, KEY = "bit_generator.state", "bit_generator.key"
# How many threads a library gets that has a number of its own, in a worker's environment.
THREADS_VARIABLE = "REPLAY_THREADS"
_VIEWED = {"matrix": np.matrix, "recarray": np.recarray}


@lru_cache(maxsize=1024)
def dtype_of(description: str) -> np.dtype[Any]:
    """The element type of a description as in a .npy header. Raises CannotReplayError if it is none of NumPy's here."""
    try:
        if description.startswith(("[", "(", "{", "'", '"')):
            return np.dtype(np.lib.format.descr_to_dtype(parse(description)))
        return np.dtype(description)
    except (TypeError, ValueError, KeyError, IndexError):
        raise CannotReplayError(f"the element type {description[:60]!r} is unknown here") from None


@dataclass
class Outcome:
    """What a call left behind. exception: None if it returned. mutated: the arguments changed in place."""

    result: Any
    exception: BaseException | None
    mutated: tuple[Any, ...]


class Recipe:
    """Calls `function` for the operation `name` with operands like `slots`, again and again.

    plain: the function does nothing to its arguments but read them, or write into their elements: it can be called in
    replay's short way. Raises CannotReplayError if it can't be called.
    """

    plain = False
    # Arguments must own their memory: the function changes its size.
    own_memory = False

    def __init__(self, wanted: Wanted, function: Callable[..., Any]) -> None:
        slots = wanted.slots
        self.name, self.slots, self.function = wanted.name, slots, function
        self.uninitialised = bool(wanted.traits & Trait.UNINITIALISED)
        self._change = wanted.change
        self.before = [index for index, slot in enumerate(slots) if slot.role not in (*AFTER, ATTRIBUTE)]
        self._arrays = [index for index in self.before if slots[index].kind == "array"]
        self._views = {
            index: self._view_of(slots[index]) for index in self._arrays if slots[index].type is not None
        }
        self.forms = [self._form(slots[index]) for index in self._arrays]
        self._scalars = {
            index: self._form(slots[index]) for index in self.before if slots[index].kind == "scalar"
        }
        self._others = [
            index for index in self.before if index not in self._arrays and index not in self._scalars
        ]
        self._state = next((index for index, slot in enumerate(slots) if slot.name == STATE), None)
        self._key = next((index for index, slot in enumerate(slots) if slot.name == KEY), None)
        self._plan = [self._argument(index) for index in self.before if self._is_argument(index)]
        self.outputs = [index for index, slot in enumerate(slots) if slot.role == "output"]
        self.changed = [index for index, slot in enumerate(slots) if slot.role == "mutated"]
        self.mutated = [self._before(slots[index]) for index in self.changed]
        # Outputs that are objects of which all that they hold is compared.
        self.described: frozenset[int] = frozenset()
        # Several results came as a list or tuple.
        self.many = any(slots[index].item for index in self.outputs)
        self.dtypes = {
            index: self._dtype(slots[index].description or "?")
            for index in (*self.outputs, *self.changed)
            if slots[index].kind in ("array", "scalar")
        }

    def _dtype(self, description: str) -> np.dtype[Any]:
        return dtype_of(description)

    def _view_of(self, slot: Slot) -> Any:
        return _view_of(slot)

    def _form(self, slot: Slot) -> Form:
        dtype = dtype_of(slot.description or "?")
        if dtype.hasobject:
            raise CannotReplayError("it works on Python objects (dtype object), which are not kept")
        return Form(dtype, tuple(slot.shape or ()), tuple(slot.strides or ()), slot.read_only)

    def _is_argument(self, index: int) -> bool:
        """Whether the operand is an argument by itself: no array inside a list."""
        return not self.slots[index].item

    def _argument(self, index: int) -> tuple[str | None, int, dict[int, int]]:
        """Keyword, operand, and the operands of the arrays inside it by their number."""
        slot = self.slots[index]
        if slot.kind == "object" and slot.type is not None and not slot.type.endswith("_NoValueType"):
            raise CannotReplayError(f"its {slot.called()} is a {slot.type} object, which is not kept")
        if slot.kind == "object" and slot.type is None:
            raise CannotReplayError(f"its {slot.called()} is an object that is not kept")
        items = {
            self.slots[other].item: other
            for other in self.before
            if self.slots[other].item
            and (self.slots[other].position, self.slots[other].name) == (slot.position, slot.name)
        }
        return (slot.name if slot.position is None else None), index, items

    def positions(self, kinds: tuple[str, ...]) -> list[tuple[int, int]]:
        """(place among the positional arguments, operand) of those operands of these kinds that are given so."""
        given = [index for name, index, _ in self._plan if name is None]
        return [(place, index) for place, index in enumerate(given) if self.slots[index].kind in kinds]

    def _before(self, changed: Slot) -> int | None:
        """Which operand the array is that the operation left as `changed`."""
        return next(
            (
                index
                for index in self.before
                if self.slots[index].position == changed.position and not self.slots[index].item
            ),
            None,
        )

    def call(self, addresses: list[Any], values: list[Any], arena: Arena, recorded: str = "") -> Outcome:
        """Call it. values: a Content, a Python value or a literal's text for each slot; None: not kept.

        recorded: the exception that it raised when it was recorded. Raises CannotReplayError if a value is missing.
        """
        objects = self.objects(addresses, values, arena)
        positional, named = self.arguments(objects, values)
        mutated = tuple(objects.get(index) for index in self.mutated)
        try:
            if recorded:
                result = self._as_strict_as(recorded, positional, named)
            else:
                result = self.function(*positional, **named)
        except CannotReplayError:
            raise
        except Exception as error:  # noqa: BLE001 - the operation's own exception is its outcome
            return Outcome(None, error, mutated)
        return Outcome(result, None, mutated)

    def parts(self, result: Any) -> list[Any]:
        """The objects that the recorder described by the output slots."""
        if not self.many or not isinstance(result, (tuple, list)):
            return [result] * min(len(self.outputs), 1)
        positions = [self.slots[index].position for index in self.outputs]
        return [
            result[position] if position is not None and position < len(result) else None
            for position in positions
        ]

    def prepare(
        self, addresses: list[Any], values: list[Any], arena: Arena
    ) -> tuple[list[Any], dict[str, Any]]:
        """The positional and the keyword arguments. Raises CannotReplayError if a value is missing."""
        return self.arguments(self.objects(addresses, values, arena), values)

    def _as_strict_as(self, recorded: str, positional: list[Any], named: dict[str, Any]) -> Any:
        """Where the program had made floating-point errors or warnings raise, they raise again."""
        kind = recorded.partition(":")[0]
        with np.errstate(all="raise" if kind == "FloatingPointError" else "warn"), warnings.catch_warnings():
            warnings.simplefilter("error" if kind.endswith("Warning") else "ignore")
            return self.function(*positional, **named)

    def objects(self, addresses: list[Any], values: list[Any], arena: Arena) -> dict[int | None, Any]:
        """The Python object of every operand that goes in."""
        objects: dict[int | None, Any] = {}
        if self._arrays:
            contents = [values[index] for index in self._arrays]
            if None in contents:
                self._require(contents)
            places = [addresses[index] for index in self._arrays]
            for index, array in zip(self._arrays, arena.build(self.forms, places, contents), strict=True):
                objects[index] = array
        if self._views:
            for index, view in self._views.items():
                objects[index] = objects[index].view(view)
        if self.own_memory:
            objects = {index: array.copy(order="K") for index, array in objects.items()}
        for index, form in self._scalars.items():
            content = values[index]
            if content is None:
                raise CannotReplayError(f"the value of its {self.slots[index].called()} was not kept")
            objects[index] = np.frombuffer(content[0], form.dtype)[0]
        for index in self._others:
            objects[index] = self._plain(index, values[index])
        if self._change is not None:
            return {index: self._change(value) for index, value in objects.items()}
        return objects

    def _require(self, contents: list[Any]) -> None:
        """What `out=` held beforehand does not matter, nor is there anything in an empty array; all else is needed."""
        for index, content in zip(self._arrays, contents, strict=True):
            if (
                content is None
                and self.slots[index].role != "out"
                and 0 not in (self.slots[index].shape or ())
            ):
                raise CannotReplayError(f"the value of its {self.slots[index].called()} was not kept")

    def _plain(self, index: int, value: Any) -> Any:
        kind = self.slots[index].kind
        if kind == "literal":
            return parse(value)
        if kind == "object":
            return np._NoValue
        return bool(value) if kind == "bool" else None if kind == "none" else value

    def arguments(
        self, objects: dict[int | None, Any], values: list[Any]
    ) -> tuple[list[Any], dict[str, Any]]:
        """The positional and the keyword arguments, of the objects of `objects`."""
        positional: list[Any] = []
        named = {}
        for name, index, items in self._plan:
            value = objects[index]
            if self.slots[index].kind == "literal" and holds_items(value):
                value = with_items(value, {number: objects[other] for number, other in items.items()})
            if name is None:
                positional.append(value)
            else:
                named[name] = value
        return positional, named


def _view_of(slot: Slot) -> Any:
    kind = (slot.type or "").rpartition(".")[2]
    if kind == "memmap":
        return np.ndarray
    if kind == "chararray":
        return np.char.chararray  # imported by NumPy when it is asked for
    if kind not in _VIEWED:
        raise CannotReplayError(f"its {slot.called()} is a {slot.type}, of which only the data is kept")
    return _VIEWED[kind]


def same_float(first: float, second: float) -> bool:
    """Whether two floats have the same bits, or are both NaN."""
    return (first == second and math.copysign(1, first) == math.copysign(1, second)) or (
        first != first and second != second
    )
