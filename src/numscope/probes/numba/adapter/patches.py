"""Replace parts of Numba, and put them back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numscope.probes.numba.adapter.parts import REPLACED


class Patches:
    """Replaced parts, put back in reverse order by `undo` or at the end of a `with` block."""

    def __init__(self) -> None:
        self._undo: list[Callable[[], None]] = []

    def wrap(self, name: str, make: Callable[[Any], Any]) -> None:
        """Replace the part called `name` by `make(original)`."""
        part = REPLACED[name]
        self._replace(part.owner(), part.name, make)

    def wrap_if_there(self, name: str, sibling: str, make: Callable[[Any], Any]) -> None:
        """Replace the attribute `sibling` beside a part, where this Numba has it."""
        owner = REPLACED[name].owner()
        if hasattr(owner, sibling):
            self._replace(owner, sibling, make)

    def _replace(self, owner: Any, name: str, make: Callable[[Any], Any]) -> None:
        own = name in vars(owner)
        original = getattr(owner, name)
        setattr(owner, name, make(original))
        if own:
            self._undo.append(lambda: setattr(owner, name, original))
        else:
            self._undo.append(lambda: delattr(owner, name))

    def undo(self) -> None:
        """Put every original back."""
        while self._undo:
            self._undo.pop()()

    def __enter__(self) -> Patches:
        return self

    def __exit__(self, *_: object) -> None:
        self.undo()
