"""The switches of libraries as the program had them, for operations that compute otherwise with others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.machinery import SourceFileLoader
from types import ModuleType
from typing import Any

from .results import DIFFERS, Comparison

# So often others are tried for the operations of one name, if it never helps.
_MOST_TRIALS = 8
Attempt = Callable[[], list[Comparison]]
State = dict[str, dict[str, Any]]


class Settings:
    """Calls operations with the recorded switches.

    module: the path of the module that sets them. recorded: switches by library, for each state that was seen of the
    program, the one that held longest first. known: what reads and sets them.
    """

    def __init__(
        self, module: str, recorded: list[State], known: dict[str, dict[str, tuple[str, str]]]
    ) -> None:
        loader = SourceFileLoader("library_settings", module)
        self._module = ModuleType(loader.name)
        loader.exec_module(self._module)
        self._recorded, self._known = recorded, known
        self._helped: dict[str, State] = {}
        self._trials: dict[str, int] = {}

    def put_back(self) -> None:
        """Set the libraries that are loaded by now as the program had them."""
        if self._recorded:
            self._module.put_settings(self._recorded[0], self._known)

    def attempt(self, name: str, call: Attempt) -> list[Comparison]:
        """Return what `call` gives: what differs, with other switches if these leave no difference.

        A program may turn a switch for a few lines (`with torch.backends.mkldnn.flags(enabled=False)`), of which
        nothing is recorded: each is tried turned, one at a time.
        """
        if name in self._helped:
            found = self._with(self._helped[name], call)
            if not _differs(found):
                return found
        first = call()
        if not _differs(first) or self._trials.get(name, 0) >= _MOST_TRIALS:
            return first
        for comparison in first:
            # It may lie in the memory of arguments, which the next call writes anew.
            comparison.now = None if comparison.now is None else comparison.now.copy()
        for state in self._others():
            found = self._with(state, call)
            if not _differs(found):
                self._helped[name] = state
                return found
        self._trials[name] = self._trials.get(name, 0) + 1
        return first

    def _with(self, state: State, call: Attempt) -> list[Comparison]:
        with self._module.with_settings(state, self._known):
            return call()

    def _others(self) -> Iterator[State]:
        yield from self._recorded[1:]
        for library, switches in self._module.read_settings(self._known).items():
            for name, value in switches.items():
                if isinstance(value, bool):
                    yield {library: {name: not value}}


def _differs(found: list[Comparison]) -> bool:
    return any(comparison.status == DIFFERS for comparison in found)
