"""A stop of the program as the user sees it: place, values, how it got there."""

from __future__ import annotations

import ast
import linecache
import os
import re
import runpy
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from itertools import groupby
from typing import Any

from numscope.compiled.numba.debugger.breakpoints import function_at
from numscope.compiled.numba.debugger.prange import loop_around
from numscope.compiled.numba.debugger.values import Opaque, layout, revive, shown
from numscope.user_code import OURSELVES, real_path


@dataclass
class Stop:
    """Where the program stands. `values` are Python values, `texts` the same as Python would show them.

    `arrays`: dtype, shape and strides in bytes of those that are arrays. `outer`: names of the function into which the
    one at this line was inlined.
    """

    reason: str
    function: str
    file: str | None
    line: int
    thread: int
    native: str | None = None
    values: dict[str, Any] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)
    arrays: dict[str, dict[str, Any]] = field(default_factory=dict)
    stack: list[dict[str, Any]] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    signal: str | None = None
    address: int | None = None
    found: dict[str, Any] = field(default_factory=dict)
    outer: frozenset[str] = frozenset()

    def as_json(self) -> dict[str, Any]:
        """The stop as plain values for one JSON line."""
        return {
            "event": "stop",
            "reason": self.reason,
            "function": self.function,
            "file": self.file,
            "line": self.line,
            "thread": self.thread,
            "native": self.native,
            "signal": self.signal,
            "found": self.found,
            "locals": {
                name: {
                    "type": self.types[name],
                    "text": text,
                    "known": not isinstance(self.values[name], Opaque),
                    **self.arrays.get(name, {}),
                }
                for name, text in self.texts.items()
            },
            "missing": self.missing,
            "stack": self.stack,
        }

    def as_text(self) -> str:
        """The stop as lines for a terminal."""
        return "\n".join(
            [*self._head(), *(f"  {name} = {text}" for name, text in self.texts.items()), *self._tail()]
        )

    def _head(self) -> list[str]:
        where = (
            f"{self._short(self.file)}:{self.line} in {self.function}"
            if self.file
            else "outside compiled code"
        )
        why = self.why
        what = f"{why} at " if why else ""
        turn = f", turn {self.turn} = {self.texts[self.turn]}" if self.turn else ""
        native = f", stopped in native {self.native}" if self.native else ""
        lines = [f"{what}{where}{native}  (thread {self.thread}{turn})"]
        if self.file:
            lines.append(f"  {self.line:>4} | {linecache.getline(self.file, self.line).rstrip()}")
        return lines

    def _tail(self) -> list[str]:
        lines = [f"  {name}: has no value here" for name in self.missing]
        callers = [
            f"  called from {self._short(frame['file'])}:{frame['line']} in {frame['function']}"
            for frame in self.stack[1 if self.file else 0 :]
        ]
        for caller, same in groupby(callers):
            times = len(list(same))
            lines.append(caller if times == 1 else f"{caller} ({times:,} times)")
        return lines

    @property
    def why(self) -> str:
        """Why the program stopped, in words, where it did for something else than its place."""
        if self.reason == "signal":
            return str(self.signal)
        if self.reason == "nan":
            return f"NaN stored in `{self.found['target']}`"
        if self.reason == "index":
            axis = "" if self.found["axis"] is None else f" of axis {self.found['axis']}"
            return f"index {self.found['index']} is out of range{axis} (size {self.found['size']})"
        if self.reason == "watch":
            return f"{self.found['element']} changed from {self.found['old']} to {self.found['new']}"
        return ""

    @property
    def turn(self) -> str | None:
        """The loop variable, when this is one of the threads of a prange and it is known."""
        loop = loop_around(self.file, self.line) if self.function == "prange" and self.file else None
        name = loop.target.id if loop is not None and isinstance(loop.target, ast.Name) else None
        return name if name in self.texts else None

    def _short(self, file: str | None) -> str:
        if file is None:
            return "?"
        relative = os.path.relpath(file)
        return file if relative.startswith("..") else relative


def read_stop(answer: dict[str, Any], names: Sequence[str] = ()) -> Stop:
    """The driver's answer as a `Stop`; only `names` of the variables when any are given."""
    stack = [frame for frame in answer["stack"] if not is_machinery(frame)]
    selected = answer["stack"][answer["frame"]] if answer["locals"] or answer["stack"] else None
    compiled = selected if selected and selected["kind"] == "compiled" else None
    stop = Stop(
        answer["reason"],
        compiled["function"] if compiled else (stack[0]["function"] if stack else "?"),
        compiled["file"] if compiled else None,
        compiled["line"] if compiled else 0,
        answer["thread"],
        answer["native"],
        stack=stack[answer["frame"] if compiled else 0 :],
        signal=answer.get("signal"),
        address=answer.get("address"),
        found=answer.get("found", {}),
    )
    described = _as_in_source(answer["locals"], stop)
    wanted = _users_names(stop)
    for name, description in described.items():
        if (wanted is None or name in wanted) and (not names or name in names):
            stop.values[name] = revive(description)
            stop.texts[name] = shown(description, stop.values[name])
            stop.types[name] = description.get("type", "?")
            if description["kind"] == "array":
                stop.arrays[name] = layout(description)
    stop.missing = [name for name in names if name not in stop.values]
    return stop


def _users_names(stop: Stop) -> set[str] | None:
    """The variables the source has at this place; Numba's own helpers in a prange body are not among them."""
    if stop.file is None or not os.path.exists(stop.file):
        return None
    code = function_at(stop.file, stop.line)
    if code is None:
        return None
    names = set(code.co_varnames + code.co_cellvars + code.co_freevars)
    return names | {name for name in stop.outer if not _OF_INLINED.match(name)}


# Numba names the variables of a function that it inlines `<function>_v<number>_<name>`, and further versions `..._1`.
_OF_INLINED = re.compile(r"\w+_v\d+_")


def _as_in_source(found: dict[str, Any], stop: Stop) -> dict[str, Any]:
    """Return descriptions by the names that the source has; at a line of an inlined function its own come first."""
    code = function_at(stop.file, stop.line) if stop.file and os.path.exists(stop.file) else None
    if code is None or code.co_name == stop.function or stop.function == "prange":
        return found
    stop.outer = frozenset(found)
    versions: dict[str, list[Any]] = {}
    for name, description in found.items():
        inlined = re.fullmatch(rf"{re.escape(code.co_name)}_v\d+_(\w+?)(?:_\d+)?", name)
        if inlined and inlined[1] in code.co_varnames:
            versions.setdefault(inlined[1], []).append(description)
    several = {"kind": "opaque", "type": "?", "why": "the inlined code keeps several versions of it"}
    own = {name: each[0] if len(each) == 1 else several for name, each in versions.items()}
    return {**{name: one for name, one in found.items() if name not in own}, **own}


def is_machinery(frame: dict[str, Any]) -> bool:
    """Return whether a frame of the stack belongs to what runs and compiles the program, not to the program."""
    if frame["kind"] != "python":
        return False
    return frame["file"] == "<frozen runpy>" or real_path(frame["file"]).startswith(_machinery())


@cache
def _machinery() -> tuple[str, ...]:
    numba = find_spec("numba")
    compilers = [
        os.path.join(folder, part, "")
        for folder in (numba and numba.submodule_search_locations) or []
        for part in ("core", "experimental")
    ]
    return (OURSELVES, os.path.realpath(runpy.__file__), *map(os.path.realpath, compilers))
