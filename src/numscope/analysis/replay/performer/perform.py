"""Calls the operations of a chunk, one after the other, and compares."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from .changes import change_to
from .chunk import Chunk, Packs
from .making import recipe_for
from .memory import Arena
from .programs import Programs
from .quick import Quick, is_plain
from .recipes import Recipe, Slot
from .refusal import CannotReplayError
from .results import DIFFERS, IDENTICAL, UNCHECKED, Comparison, compare

CANNOT = "cannot"
STATUSES = (IDENTICAL, DIFFERS, UNCHECKED, CANNOT)
# Arrays that differ are sent back for a closer look, as long as they are not too many.
_MOST_SENT = 256 << 20


class Performer:
    """Performs the operations of one trace. setup: `slots`, `names`, `packs`; `dtype`, `backend`, `programs` if any."""

    def __init__(self, setup: dict[str, Any]) -> None:
        self.slots = {int(number): slot_of(fields) for number, fields in setup["slots"].items()}
        self.packs = Packs(setup["packs"])
        self._names: dict[int, str] = {int(number): name for number, name in setup["names"].items()}
        self._change = change_to(setup["dtype"]) if setup.get("dtype") else None
        self._function: Callable[[str], Any] | None = None
        if setup.get("backend"):
            from .backends import Backend

            backend = Backend(setup["backend"])
            self._function, self._change = backend.function, backend.change
        self._programs = Programs(setup.get("programs") or [])
        self._recipes: dict[Any, Recipe | str] = {}
        self._quick: dict[Any, Quick] = {}
        self._arena = Arena()

    def perform(
        self, header: dict[str, Any], columns: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """The answer to one chunk: a status for each operation, and details of all that are not identical."""
        for number, fields in header.get("slots", {}).items():
            self.slots[int(number)] = slot_of(fields)
        chunk = Chunk(header, columns, self.slots, self.packs)
        statuses = np.zeros(len(chunk.ids), np.int8)
        details: list[dict[str, Any]] = []
        arrays: dict[str, Any] = {}
        sent = 0
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for place in range(len(chunk.ids)):
                key = (chunk.calls[place], chunk.slot_ids(place))
                quick = self._quick.get(key)
                if quick is not None and str(place) not in chunk.exceptions and quick.same(chunk, place):
                    continue
                status, comparisons = self._one(chunk, place, key)
                if status == IDENTICAL:
                    continue
                statuses[place] = STATUSES.index(status)
                for comparison in comparisons:
                    detail = {"place": place, "slot": comparison.slot, "text": comparison.text}
                    now = comparison.now
                    if now is not None and sent + now.nbytes <= _MOST_SENT and not now.dtype.hasobject:
                        sent += now.nbytes
                        detail["array"] = name = str(len(arrays))
                        arrays[name] = np.array(now)
                    details.append(detail)
        return {"details": details}, {"statuses": statuses, **arrays}

    def _one(
        self, chunk: Chunk, place: int, key: tuple[int, tuple[int, ...]]
    ) -> tuple[str, list[Comparison]]:
        recipe = self._recipes.get(key)
        if recipe is None:
            recipe = self._recipes[key] = self._recipe(*key)
            if isinstance(recipe, Recipe) and self._change is None and is_plain(recipe):
                self._quick[key] = Quick(recipe)
        if isinstance(recipe, str):
            return CANNOT, [Comparison(-1, CANNOT, recipe)]
        recorded = chunk.exceptions.get(str(place))
        self._arena.clear()
        try:
            values = chunk.values(place)
            outcome = recipe.call(chunk.addresses(place), values, self._arena, recorded or "")
        except CannotReplayError as reason:
            if recorded and self._function is not None:
                return IDENTICAL, []  # NumPy had refused as well
            return CANNOT, [Comparison(-1, CANNOT, str(reason))]
        found = compare(recipe, outcome, values, recorded)
        if not found:
            return IDENTICAL, []
        differs = any(comparison.status == DIFFERS for comparison in found)
        return (DIFFERS if differs else UNCHECKED), found

    def _recipe(self, call: int, slot_ids: tuple[int, ...]) -> Recipe | str:
        name = self._names.get(call)
        if name is None:
            return "it had not ended, or not all its operands were kept"
        slots = tuple(self.slots[number] for number in slot_ids)
        try:
            if self._function is None and name.startswith("numba."):
                return Recipe(name, slots, self._change, self._programs.function(name))
            if self._function is None:
                return recipe_for(name, slots, self._change)
            if any(slot.role in ("out", "mutated") for slot in slots):
                return "arrays changed in place are NumPy's own"
            return Recipe(name, slots, self._change, self._function(name))
        except CannotReplayError as reason:
            return str(reason)


def slot_of(fields: list[Any]) -> Slot:
    """A slot from its fields, lists made tuples."""
    plain: list[Any] = [tuple(field) if isinstance(field, list) else field for field in fields]
    return Slot(*plain)
