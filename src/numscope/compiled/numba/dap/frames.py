"""What a stop shows, by the numbers that the protocol gives it: frames, and values that can be opened."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from numscope.compiled.numba.debugger.stops import Stop
from numscope.compiled.numba.debugger.values import Instance, fields

MOST_CHILDREN = 1000


@dataclass(frozen=True)
class Frame:
    """A frame of a stopped thread. `depth` counts compiled frames from the innermost; None: a Python frame."""

    thread: int
    depth: int | None
    file: str | None
    line: int
    function: str


class Locals:
    """Stands for the variables of a frame, which are read when they are asked for."""


@dataclass(frozen=True)
class Opened:
    """A value that can be opened. `array` and `index` say of which array of the frame it is a part, if it is one."""

    frame: Frame
    value: Any
    array: str = ""
    index: tuple[int, ...] = ()


class Frames:
    """Numbers of frames and values, good until the program goes on."""

    def __init__(self) -> None:
        self._frames: list[Frame] = []
        self._opened: list[Opened] = []

    def of_stop(self, thread: int, stack: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Number the frames of a thread's stack and return them as the protocol has them."""
        shown, depth = [], 0
        for entry in stack:
            compiled = entry["kind"] == "compiled"
            frame = Frame(
                thread, depth if compiled else None, entry["file"], entry["line"], entry["function"]
            )
            depth += compiled
            self._frames.append(frame)
            shown.append(_as_frame(len(self._frames), frame))
        return shown

    def frame(self, number: int) -> Frame:
        """Return a frame by its number."""
        return self._frames[number - 1]

    def open(self, opened: Opened) -> int:
        """Number a value that can be opened."""
        self._opened.append(opened)
        return len(self._opened)

    def opened(self, number: int) -> Opened:
        """Return an opened value by its number."""
        return self._opened[number - 1]

    def locals(self, number: int, stop: Stop) -> list[dict[str, Any]]:
        """Return the variables of a stop."""
        frame = self.opened(number).frame
        return [
            {
                **self._variable(name, text, Opened(frame, stop.values[name], name)),
                "type": stop.types[name],
                "evaluateName": name,
            }
            for name, text in stop.texts.items()
        ]

    def children(self, number: int, start: int, count: int) -> list[dict[str, Any]]:
        """Return parts of an opened value, at most `MOST_CHILDREN`."""
        parent = self.opened(number)
        found = []
        for name, part in _parts(parent.value, start, min(count or MOST_CHILDREN, MOST_CHILDREN)):
            inside = isinstance(parent.value, np.ndarray)
            index = (*parent.index, int(name[1:-1])) if inside else ()
            opened = Opened(parent.frame, part, parent.array if inside else "", index)
            found.append({**self._variable(name, repr(part), opened), "type": _kind(part)})
        return found

    def result(self, frame: Frame, value: Any) -> dict[str, Any]:
        """Return the value of an expression of a frame."""
        shown = self._variable("", repr(value), Opened(frame, value))
        return {"result": shown.pop("value"), "type": _kind(value), **shown}

    def _variable(self, name: str, text: str, opened: Opened) -> dict[str, Any]:
        size = _size(opened.value)
        shown = {"name": name, "value": text, "variablesReference": self.open(opened) if size else 0}
        if size and isinstance(opened.value, (np.ndarray, list, tuple)):
            shown["indexedVariables"] = size
        return shown

    def element(self, number: int, name: str) -> tuple[Frame, str] | None:
        """Return the element of an array that a child is, as an expression of its frame; None where it is none."""
        parent = self.opened(number)
        if not isinstance(parent.value, np.ndarray) or parent.value.ndim != 1 or not parent.array:
            return None
        index = ", ".join(map(str, (*parent.index, name[1:-1])))
        return parent.frame, f"{parent.array}[{index}]"


def _as_frame(number: int, frame: Frame) -> dict[str, Any]:
    shown: dict[str, Any] = {"id": number, "name": frame.function, "line": frame.line, "column": 1}
    if frame.file:
        shown["source"] = {"name": os.path.basename(frame.file), "path": frame.file}
    if frame.depth is None:
        shown["presentationHint"] = "subtle"
    return shown


def _size(value: Any) -> int:
    """Return how many parts a value has that can be shown one by one."""
    if isinstance(value, np.ndarray):
        return len(value) if value.ndim else 0
    if isinstance(value, (list, tuple, dict, set)):
        return len(value)
    return len(fields(value)) if isinstance(value, Instance) else 0


def _parts(value: Any, start: int, count: int) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        yield from ((repr(key), part) for key, part in list(value.items())[start : start + count])
    elif isinstance(value, Instance):
        yield from fields(value).items()
    else:
        parts = sorted(value, key=repr) if isinstance(value, set) else value
        for index in range(start, min(len(parts), start + count)):
            yield f"[{index}]", parts[index]


def _kind(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape}"
    return type(value).__name__
