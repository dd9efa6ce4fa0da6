"""The short way for what most operations are: small arrays and plain values in, one array out.

A small operation takes NumPy a microsecond; preparing it in the general way takes eight. The arguments, arrays laid out
in memory as they were, are therefore made once for all operations of a recipe whose arrays lie alike, and only filled
for each. What is not as plain, or does not give what was recorded, goes the general way, which tells how it differs.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from .chunk import Chunk
from .memory import Arena
from .names import UNINITIALISED, draws
from .recipes import ATTRIBUTE, Recipe, dtype_of

_MOST_BYTES = 4096
_MOST_LAYOUTS = 64
_LINE = 64
_NUMBERS = ("int", "float", "bool", "scalar")
_PLAIN = (*_NUMBERS, "none", "literal")
# These change an array itself, and not its elements: it could not be used again.
_CHANGE_THE_ARRAY = (".setflags", ".resize", ".shape", ".strides", ".dtype", ".flags")


def is_plain(recipe: Recipe) -> bool:
    """Whether operations of `recipe` can be called in the short way."""
    slots = recipe.slots
    given = [slots[index] for index in recipe.before]
    return (
        len(recipe.outputs) == 1
        and recipe.outputs[0] in recipe.dtypes
        and not slots[recipe.outputs[0]].item
        and not any(slot.role in ("out", "mutated", ATTRIBUTE) or slot.fortran for slot in slots)
        and all(slot.kind in _PLAIN or (slot.kind == "array" and slot.type is None) for slot in given)
        and all(form.c_order and form.span == form.bytes for form in recipe.forms)
        and sum(form.span for form in recipe.forms) <= _MOST_BYTES
        and recipe.name.startswith("numpy.")
        and recipe.name not in UNINITIALISED
        and not recipe.name.endswith(_CHANGE_THE_ARRAY)
        and draws(recipe.name) is None
    )


class Quick:
    """Calls the operations of one plain recipe."""

    def __init__(self, recipe: Recipe) -> None:
        slots = recipe.slots
        self._recipe, self._function = recipe, recipe.function
        self._output = recipe.outputs[0]
        self._dtype, self._shape = recipe.dtypes[self._output], slots[self._output].shape
        self._arrays = [index for index in recipe.before if slots[index].kind == "array"]
        self._spans = [form.span for form in recipe.forms]
        numbers = recipe.positions(_NUMBERS)
        self._scalars = [
            (place, index, dtype_of(slots[index].description or "?"))
            for place, index in numbers
            if slots[index].kind == "scalar"
        ]
        self._numbers = [(place, index) for place, index in numbers if slots[index].kind != "scalar"]
        filled = {index for _, index in numbers}
        self._others = [index for index in recipe.before if index not in (*self._arrays, *filled)]
        self._layouts: dict[Any, Any] = {}

    def same(self, chunk: Chunk, place: int) -> bool:
        """Whether the operation at `place` of `chunk` gives what was recorded; False where that has to be looked at."""
        first = chunk.starts[place]
        key = self._lie_like(chunk, first)
        layout = self._layouts.get(key)
        if layout is None:
            if len(self._layouts) == _MOST_LAYOUTS:
                return False
            layout = self._layouts[key] = self._lay_out(chunk, place)
        positional, named, memory, places = layout
        try:
            for index, begin, end in places:
                memory[begin:end] = chunk.data(first + index)
            for at, index in self._numbers:
                positional[at] = chunk.number(first + index)
            for at, index, dtype in self._scalars:
                positional[at] = np.frombuffer(chunk.data(first + index) or b"", dtype)[0]
            now = self._function(*positional, **named)
        except Exception:  # noqa: BLE001 - the general way tells what it was
            return False
        return (
            isinstance(now, (np.ndarray, np.generic))
            and now.shape == self._shape
            and (now.dtype is self._dtype or now.dtype == self._dtype)
            and now.tobytes() == chunk.data(first + self._output)
        )

    def _lie_like(self, chunk: Chunk, first: int) -> Any:
        """What tells apart the layouts and plain values for which other arguments are needed."""
        addresses = [chunk.row_addresses[first + index] for index in self._arrays]
        if self._are_apart(addresses):
            addresses = [address & (_LINE - 1) for address in addresses]
        return (*addresses, *[chunk.plain(first + index) for index in self._others])

    def _are_apart(self, addresses: list[int]) -> bool:
        """Whether no two arrays overlap: then it does not matter where they lie, but for their alignment."""
        if len(addresses) < 2:
            return True
        if len(addresses) == 2:
            distance = addresses[1] - addresses[0]
            return distance >= self._spans[0] or -distance >= self._spans[1]
        order = sorted(zip(addresses, self._spans, strict=True))
        return all(address + span <= following for (address, span), (following, _) in pairwise(order))

    def _lay_out(self, chunk: Chunk, place: int) -> Any:
        """The arguments, and which bytes of which memory are each array's."""
        arena = Arena(2 * _MOST_BYTES + _LINE * len(self._arrays))
        values = chunk.values(place)
        objects = self._recipe.objects(chunk.addresses(place), values, arena)
        positional, named = self._recipe.arguments(objects, values)
        begins = [arena.offset(objects[index]) for index in self._arrays]
        ends = [begin + objects[index].nbytes for begin, index in zip(begins, self._arrays, strict=True)]
        return positional, named, arena.view, list(zip(self._arrays, begins, ends, strict=True))
