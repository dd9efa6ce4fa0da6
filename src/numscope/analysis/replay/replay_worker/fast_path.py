"""The short way for what most operations are: small arrays and plain values in, one array out or some changed.

A small operation of NumPy takes a microsecond; preparing it in the general way takes eight. Operations called alike are
therefore prepared together, column by column: their arguments, arrays laid out in memory as they were, are made once
for all whose arrays lie alike, and only filled for each. What is not as plain, or does not give what was recorded, goes
the general way, which reports how it differs.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import Any

import numpy as np

from ....probes.calling.memory import Arena
from ....probes.calling.recipes import ATTRIBUTE, Recipe, dtype_of
from ....probes.calling.refusal import CannotReplayError
from ....probes.calling.wanted import Slot
from .chunk import Chunk
from .grouping import alike

_MOST_BYTES = 4096
_MOST_LAYOUTS = 64
_LINE = 64
_NUMBERS = ("int", "float", "bool", "scalar")
_PLAIN = (*_NUMBERS, "none", "literal", "string", "object")
_APART = np.int64(2**63 - 1)


def is_plain(recipe: Recipe) -> bool:
    """Whether operations of `recipe` can be called in the short way."""
    slots = recipe.slots
    given = [slots[index] for index in recipe.before]
    changed = zip(recipe.mutated, recipe.changed, strict=True)
    return (
        len(recipe.outputs) + len(recipe.changed) > 0
        and len(recipe.outputs) < 2
        and all(index in recipe.dtypes and not slots[index].item for index in recipe.outputs)
        and all(before is not None and _same_form(slots[before], slots[after]) for before, after in changed)
        and not any(slot.role == ATTRIBUTE or slot.fortran for slot in slots)
        and all(slot.kind in _PLAIN or (slot.kind == "array" and slot.type is None) for slot in given)
        and all(form.c_order and form.span == form.bytes for form in recipe.forms)
        and sum(form.span for form in recipe.forms) <= _MOST_BYTES
        and recipe.plain
        and not recipe.uninitialised
    )


def _same_form(before: Slot, after: Slot) -> bool:
    return (before.kind, before.description, before.shape) == (after.kind, after.description, after.shape)


class Quick:
    """Calls the operations of one plain recipe."""

    def __init__(self, recipe: Recipe) -> None:
        slots = recipe.slots
        self._recipe = recipe
        result = (*recipe.outputs, *recipe.changed)[0]
        self._dtype, self._shape = recipe.dtypes[result], slots[result].shape or ()
        self._arrays = [index for index in recipe.before if slots[index].kind == "array"]
        self._spans = np.array([form.span for form in recipe.forms], np.int64)
        self._numbers = recipe.positions(_NUMBERS)
        filled = {index for _, index in self._numbers}
        self._others = [index for index in recipe.before if index not in (*self._arrays, *filled)]
        # What `out=` held before does not matter, mostly; where it does, the general way finds it.
        self._sizes = {
            index: dtype_of(slot.description or "?").itemsize * math.prod(slot.shape or ())
            for index, slot in enumerate(slots)
            if slot.kind in ("array", "scalar") and slot.role != "out"
        }
        self._layouts: dict[Any, Any] = {}

    def can(self, chunk: Chunk, rows: Any) -> Any:
        """Of which operations, with these rows of operands, all that is needed was kept."""
        held = np.ones(len(rows), bool)
        for index, size in self._sizes.items():
            held &= chunk.sizes(rows[:, index]) == size
        return held

    def answers(self, chunk: Chunk, places: Any, rows: Any) -> Iterator[bool]:
        """Whether each operation in turn, called when it is asked for, gives what was recorded; False: to be looked at.

        places, rows: of the operations and of their operands in `chunk`.
        """
        contents = [chunk.data(rows[:, index]) for index in self._arrays]
        numbers = [self._numbers_of(chunk, rows[:, index], index) for _, index in self._numbers]
        outputs = chunk.data(rows[:, self._recipe.outputs[0]]) if self._recipe.outputs else repeat(None)
        changed = [chunk.data(rows[:, index]) for index in self._recipe.changed]
        layouts = self._layouts_of(chunk, places, rows)
        return self._call_each(
            zip(layouts, _across(contents), _across(numbers), outputs, _across(changed), strict=False)
        )

    def _call_each(self, operations: Iterable[Any]) -> Iterator[bool]:
        function, dtype, shape = self._recipe.function, self._dtype, self._shape
        kinds = (np.ndarray, dtype.type)
        places = [place for place, _ in self._numbers]
        for layout, contents, numbers, output, left in operations:
            if layout is None:
                yield False
                continue
            fill, positional, named, changed = layout
            try:
                fill(*contents)
                if places:
                    for place, number in zip(places, numbers, strict=True):
                        positional[place] = number
                now = function(*positional, **named)
            except Exception:  # noqa: BLE001 - the general way reports it
                yield False
                continue
            yield (
                output is None
                or (
                    type(now) in kinds
                    and now.tobytes() == output
                    and now.shape == shape
                    and (now.dtype is dtype or now.dtype == dtype)
                )
            ) and (not changed or tuple(array.tobytes() for array in changed) == left)

    def _numbers_of(self, chunk: Chunk, rows: Any, index: int) -> Iterable[Any]:
        """The numbers that an operand is."""
        slot = self._recipe.slots[index]
        if slot.kind == "scalar":
            return list(np.frombuffer(b"".join(chunk.data(rows)), dtype_of(slot.description or "?")))
        column = chunk.columns["reals" if slot.kind == "float" else "integers"][rows]
        numbers: list[Any] = (column != 0 if slot.kind == "bool" else column).tolist()
        return numbers

    def _layouts_of(self, chunk: Chunk, places: Any, rows: Any) -> Iterable[Any]:
        """For each operation what `_lay_out` gave for one whose arrays lie alike; None: there are too many ways."""
        lie = self._lie(chunk.columns["addresses"][rows[:, self._arrays]].view(np.int64))
        plain = [chunk.identities(rows[:, index]) for index in self._others]
        layouts, numbers = [], np.empty(len(rows), np.int64)
        for number, members in enumerate(alike([*lie, *plain], len(rows))):
            first = members[0]
            key = (
                *(int(column[first]) for column in lie),
                *(chunk.plain(int(rows[first, index])) for index in self._others),
            )
            if key not in self._layouts and len(self._layouts) < _MOST_LAYOUTS:
                self._layouts[key] = self._lay_out(chunk, int(places[first]))
            layouts.append(self._layouts.get(key))
            numbers[members] = number
        return map(layouts.__getitem__, numbers.tolist())

    def _lie(self, addresses: Any) -> list[Any]:
        """How arrays at these addresses lie, in columns: alignment, and if any overlap, how far apart they are."""
        if not len(self._arrays):
            return []
        order = np.argsort(addresses, axis=1)
        ordered = np.take_along_axis(addresses, order, axis=1)
        apart = np.all(ordered[:, :-1] + self._spans[order][:, :-1] <= ordered[:, 1:], axis=1, keepdims=True)
        distances = np.where(apart, _APART, addresses - addresses[:, :1])
        return [*(addresses & _LINE - 1).T, *distances.T]

    def _lay_out(self, chunk: Chunk, place: int) -> Any:
        """What fills the arrays of an operation, its arguments, and what it changes; None: it can't be called."""
        arena = Arena(int(self._spans.sum()) + 2 * _LINE * len(self._arrays))
        values = chunk.values(place)
        try:
            objects = self._recipe.objects(chunk.addresses(place), values, arena)
            positional, named = self._recipe.arguments(objects, values)
        except CannotReplayError:
            return None
        changed = [objects[index] for index in self._recipe.mutated]
        return arena.filler([objects[index] for index in self._arrays]), positional, named, changed


def _across(columns: list[Any]) -> Iterable[tuple[Any, ...]]:
    """The rows of some columns, which are without end where there are no columns."""
    return zip(*columns, strict=True) if columns else repeat(())
