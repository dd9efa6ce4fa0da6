"""Places that an editor wants to stop at, as it names them, and as breakpoints of the debugger."""

from __future__ import annotations

import os
from typing import Any

from numscope.compiled.numba.debugger.breakpoints import Breakpoint, at_line, in_function
from numscope.errors import UsageError

_Change = tuple[list[Breakpoint], list[Breakpoint], list[dict[str, Any]]]


class Places:
    """What is set now. A change returns what to clear, what to set, and what to answer of each wanted place."""

    def __init__(self) -> None:
        self._set: dict[str, list[Breakpoint]] = {}
        self._known: dict[str, dict[str, Any]] = {}
        self._watched: list[str] = []

    def all(self) -> list[Breakpoint]:
        """Return every breakpoint that is set."""
        return [breakpoint_ for places in self._set.values() for breakpoint_ in places]

    def of_file(self, file: str, wanted: list[dict[str, Any]]) -> _Change:
        """Replace the breakpoints of a file by `wanted`, the protocol's SourceBreakpoints."""
        found, said = [], []
        for place in wanted:
            condition = place.get("condition") or ""
            text = f"{file}:{place['line']}" + (f" if {condition}" if condition else "")
            try:
                breakpoint_ = at_line(text, os.path.abspath(file), place["line"], condition)
            except UsageError as error:
                said.append({"verified": False, "message": str(error)})
                continue
            found.append(breakpoint_)
            said.append({"verified": True, "line": breakpoint_.line})
        return self._change(file, found, said)

    def of_functions(self, wanted: list[dict[str, Any]]) -> _Change:
        """Replace the native functions to stop in by `wanted`, the protocol's FunctionBreakpoints."""
        found = [in_function(place["name"], place.get("condition") or "") for place in wanted]
        return self._change("", found, [{"verified": True} for _ in found])

    def _change(self, group: str, found: list[Breakpoint], said: list[dict[str, Any]]) -> _Change:
        old, self._set[group] = self._set.get(group, []), found
        return old, found, said

    def remember(self, element: str, answer: dict[str, Any]) -> None:
        """Keep the stop at which an element of an array was asked about: it says where the element lies."""
        self._known[element] = answer

    def unwatch(self) -> list[str]:
        """Return the elements that were watched, which are to be cleared."""
        watched, self._watched = self._watched, []
        return watched

    def watch(self, element: str) -> dict[str, Any]:
        """Return the stop that says where an element lies. Raises `UsageError` where none does."""
        if element not in self._known:
            raise UsageError(f"{element} can't be watched: it is not known where it is")
        self._watched.append(element)
        return self._known[element]
