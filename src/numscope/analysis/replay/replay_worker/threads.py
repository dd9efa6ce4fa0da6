"""The numbers of threads with which the program computed, for operations whose last bits depend on them."""

from __future__ import annotations

from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from types import ModuleType
from typing import Any

import numpy as np

from .element_bytes import without_padding
from .results import DIFFERS, Comparison

# They share the same sum out in three ways.
_TRIED = (1, 2, 3)
Attempt = Callable[[], list[Comparison]]


class Threads:
    """Calls operations again with the recorded numbers of threads.

    module: the path of the module that sets them. recorded: numbers by library, for each state the program was in.
    own: functions that read and set the number of a library that has one of its own.
    A worker itself computes with one thread: there is a worker for each core, and few operations need more.
    """

    def __init__(self, module: str, recorded: list[dict[str, int]], own: dict[str, tuple[str, str]]) -> None:
        loader = SourceFileLoader("thread_counts", module)
        self._module = ModuleType(loader.name)
        loader.exec_module(self._module)
        self._recorded, self._own = recorded, own
        self._helped: dict[str, dict[str, int]] = {}

    def attempt(self, name: str, call: Attempt) -> list[Comparison]:
        """Return what `call` gives: what differs, with the numbers of threads that leave no difference if any do.

        Comparisons that other numbers of threads may explain are marked so.
        """
        if name in self._helped:
            found, _ = self._with(self._helped[name], call)
            if not _differs(found):
                return found
        first = call()
        if not _differs(first):
            return first
        for comparison in first:
            # It may lie in the memory of arguments, which the next call writes anew.
            comparison.now = None if comparison.now is None else np.array(comparison.now)
        states = []
        for counts in (*self._recorded, self._single()):
            found, settled = self._with(counts, call)
            states.append(settled)
            if not _differs(found):
                self._helped[name] = counts
                return found
        known = len(self._recorded) == 1 and states[0]
        if not known and self._depends(call):
            for comparison in first:
                comparison.threads = True
        return first

    def _single(self) -> dict[str, int]:
        """Return one thread a library, which is what programs set for a part of theirs."""
        return dict.fromkeys(self._module.thread_counts(self._own), 1)

    def _with(self, counts: dict[str, int], call: Attempt) -> tuple[list[Comparison], bool]:
        with self._module.with_thread_counts(counts, self._own) as settled:
            return call(), settled

    def _depends(self, call: Attempt) -> bool:
        """Return whether the number of threads changes the operation's result here."""
        libraries = self._module.thread_counts(self._own)
        results = [_bits(self._with(dict.fromkeys(libraries, count), call)[0]) for count in _TRIED]
        return any(bits != results[0] for bits in results)


def _differs(found: list[Comparison]) -> bool:
    return any(comparison.status == DIFFERS and comparison.slot >= 0 for comparison in found)


def _bits(found: list[Comparison]) -> list[Any]:
    return [
        (comparison.slot, comparison.text, None if comparison.now is None else _bytes(comparison.now))
        for comparison in found
    ]


def _bytes(array: Any) -> bytes:
    return without_padding(array.tobytes(), array.dtype)
