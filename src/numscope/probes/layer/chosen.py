"""A public API of which only listed names compute with arrays."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from types import FunctionType
from typing import Any

from numscope.probes.layer.entry import Entry
from numscope.probes.layer.surface import Surface


@dataclass(frozen=True)
class ChosenSurface(Surface):
    """A surface whose operations are the paths that match one of the patterns in `chosen`; `others` says why not."""

    chosen: tuple[str, ...] = ()
    others: str = ""

    def _reason(self, path: str) -> str:
        is_chosen = any(fnmatchcase(path, pattern) for pattern in self.chosen)
        return super()._reason(path) if is_chosen else self.others

    def _function(self, path: str, value: Any) -> Entry:
        entry = super()._function(path, value)
        behind = getattr(value, "orig_func", None)  # a dispatcher that keeps the function that it calls
        if entry.function is None and entry.computes and isinstance(behind, FunctionType):
            return Entry(entry.name, behind)
        return entry
