"""Calls the operations of a chunk, one after the other, and compares."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ....format.files import Folder
from ....probes.calling.making import load, recipe_for
from ....probes.calling.memory import Arena
from ....probes.calling.recipes import Recipe
from ....probes.calling.refusal import CannotReplayError
from ....probes.calling.wanted import Slot, Wanted
from .chunk import Chunk, Packs
from .dtype_changes import change_to
from .fast_path import Quick, is_plain
from .grouping import groups
from .results import DIFFERS, IDENTICAL, UNCHECKED, Comparison, compare
from .settings import Settings
from .threads import Threads
from .time_limit import time_limit

CANNOT = "cannot"
STATUSES = (IDENTICAL, DIFFERS, UNCHECKED, CANNOT)
# Arrays that differ are sent back for a closer look, as long as they are not too many.
_MOST_SENT = 256 << 20
# As many operations called alike are worth being prepared together.
_FEWEST = 8
# Seconds that a call may take where it is not said.
_CALL_LIMIT = 60.0


class ReplayWorker:
    """Performs the operations of one trace.

    setup: `slots`, `names`, `traits`, `trace` (the descriptor of its folder), `directories` (of its processes),
    `elision`, `threads_module` and `settings_module` (paths of modules); `spelled`, how each operation is written, and
    `paths`, where libraries are found; `dtype`, `backend` (its name, and what makes it), `programs`, `threads` (numbers
    by library, for each state of the program) and `thread_functions` if any; `settings` (switches by library, for each
    state) and `known_settings`, what reads and sets them.
    """

    def __init__(self, setup: dict[str, Any]) -> None:
        self.slots = {int(number): slot_of(fields) for number, fields in setup["slots"].items()}
        self.packs = Packs(Folder(setup["trace"], Path()), setup["directories"], setup["elision"])
        self._names: dict[int, str] = {int(number): name for number, name in setup["names"].items()}
        self._traits: dict[int, int] = {int(number): traits for number, traits in setup["traits"].items()}
        self._change = change_to(setup["dtype"]) if setup.get("dtype") else None
        self._function: Callable[[str], Any] | None = None
        if setup.get("backend"):
            name, maker = setup["backend"]
            self._function = load(maker)(name).function
        self._programs = tuple(setup.get("programs") or ())
        self._spelled: dict[str, dict[str, Any]] = setup.get("spelled") or {}
        sys.path += [folder for folder in setup.get("paths") or [] if folder not in sys.path]
        self._is_as_recorded = self._change is None and self._function is None
        self._recipes: dict[Any, Recipe | str] = {}
        self._quick: dict[Any, Quick] = {}
        self._arena = Arena()
        recorded = setup.get("threads")
        self._limit = _CALL_LIMIT
        self._threads = (
            Threads(setup["threads_module"], recorded, setup["thread_functions"])
            if recorded is not None
            else None
        )
        self._settings = (
            Settings(setup["settings_module"], setup["settings"], setup["known_settings"])
            if setup.get("settings") is not None
            else None
        )

    def perform(
        self, header: dict[str, Any], columns: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """The answer to one chunk: a status for each operation, and details of all that are not identical."""
        for number, fields in header.get("slots", {}).items():
            self.slots[int(number)] = slot_of(fields)
        chunk = Chunk(header, columns, self.slots, self.packs)
        self._limit = header.get("call_limit", _CALL_LIMIT)
        statuses = np.zeros(len(chunk.ids), np.int8)
        details: list[dict[str, Any]] = []
        arrays: dict[str, Any] = {}
        sent = 0
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for place, way in enumerate(self._short_ways(chunk)):
                if way is not None and next(way):
                    continue
                status, comparisons = self._one(chunk, place)
                if status == IDENTICAL:
                    continue
                statuses[place] = STATUSES.index(status)
                for comparison in comparisons:
                    detail = {"place": place, "slot": comparison.slot, "text": comparison.text}
                    detail["threads"] = comparison.threads
                    now = comparison.now
                    if now is not None and sent + now.nbytes <= _MOST_SENT and not now.dtype.hasobject:
                        sent += now.nbytes
                        detail["array"] = name = str(len(arrays))
                        arrays[name] = np.array(now)
                    details.append(detail)
        return {"details": details}, {"statuses": statuses, **arrays}

    def _short_ways(self, chunk: Chunk) -> list[Iterator[bool] | None]:
        """Return for each operation an iterator that says next whether it is identical; None: it has no short way."""
        ways: list[Iterator[bool] | None] = [None] * len(chunk.ids)
        for places, rows in groups(chunk, _FEWEST):
            key = (chunk.calls[places[0]], chunk.slot_ids(places[0]))
            self._recipe_for(key)
            quick = self._quick.get(key)
            if quick is None:
                continue
            can = quick.can(chunk, rows)
            if not can.any():
                continue
            way = quick.answers(chunk, places[can], rows[can])
            for place in places[can].tolist():
                ways[place] = way
        return ways

    def _recipe_for(self, key: tuple[int, tuple[int, ...]]) -> Recipe | str:
        """The recipe for operations of this call with operands of these slots, or why there is none."""
        recipe = self._recipes.get(key)
        if recipe is None:
            recipe = self._recipes[key] = self._recipe(*key)
            if self._settings is not None:
                self._settings.put_back()  # it may have imported the library
            if isinstance(recipe, Recipe) and self._is_as_recorded and is_plain(recipe):
                self._quick[key] = Quick(recipe)
        return recipe

    def _one(self, chunk: Chunk, place: int) -> tuple[str, list[Comparison]]:
        recipe = self._recipe_for((chunk.calls[place], chunk.slot_ids(place)))
        if isinstance(recipe, str):
            return CANNOT, [Comparison(-1, CANNOT, recipe)]
        recorded = chunk.exceptions.get(place)

        def call() -> list[Comparison]:
            self._arena.clear()
            values = chunk.values(place)
            outcome = recipe.call(chunk.addresses(place), values, self._arena, recorded or "")
            return compare(recipe, outcome, values, recorded)

        try:
            with time_limit(self._limit):
                found = self._as_recorded(recipe.name, call)
        except CannotReplayError as reason:
            if recorded and self._function is not None:
                return IDENTICAL, []  # NumPy had refused as well
            return CANNOT, [Comparison(-1, CANNOT, str(reason))]
        if not found:
            return IDENTICAL, []
        differs = any(comparison.status == DIFFERS for comparison in found)
        return (DIFFERS if differs else UNCHECKED), found

    def _as_recorded(self, name: str, call: Callable[[], list[Comparison]]) -> list[Comparison]:
        """Return what a call gives with the numbers of threads and the switches of libraries that the program had."""
        threads, settings = self._threads, self._settings
        counted = call if threads is None else lambda: threads.attempt(name, call)
        return counted() if settings is None else settings.attempt(name, counted)

    def _recipe(self, call: int, slot_ids: tuple[int, ...]) -> Recipe | str:
        name = self._names.get(call)
        if name is None:
            return "it had not ended, or not all its operands were kept"
        slots = tuple(self.slots[number] for number in slot_ids)
        spelled, traits = self._spelled[name], self._traits.get(call, 0)
        wanted = Wanted(name, slots, spelled, traits, self._change, self._programs)
        try:
            if self._function is None:
                return recipe_for(wanted)
            if any(slot.role in ("out", "mutated") for slot in slots):
                return "arrays changed in place are NumPy's own"
            return Recipe(wanted, self._function(name))
        except CannotReplayError as reason:
            return str(reason)


def slot_of(fields: list[Any]) -> Slot:
    """A slot from its fields, lists made tuples."""
    plain: list[Any] = [tuple(field) if isinstance(field, list) else field for field in fields]
    return Slot(*plain)
