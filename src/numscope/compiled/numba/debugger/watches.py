"""Watched elements of arrays: where one is in memory, and what it was before it changed."""

from __future__ import annotations

import ast
import base64
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from numscope.compiled.numba.debugger.breakpoints import Breakpoint, parse
from numscope.compiled.numba.debugger.values import read_scalar
from numscope.errors import UsageError


@dataclass(frozen=True)
class Watch:
    """An element (`out[i, 2]`) that is watched from the moment `place` is reached first."""

    text: str
    element: str
    place: Breakpoint


@dataclass(frozen=True)
class Location:
    """Where an element lies in the stopped process: its address, its size in bytes, the description of its dtype."""

    address: int
    size: int
    dtype: dict[str, Any]


def parse_watch(text: str, script: str) -> Watch:
    """Read `out[3] at file.py:12`. Raises `UsageError` when it has another form or the place is none."""
    element, _, place = (part.strip() for part in text.rpartition(" at "))
    if not element:
        raise UsageError(f"--watch {text}: give an element and a line, such as 'out[3] at file.py:12'")
    _subscript(element)
    found = parse(place, script)
    if found.file is None:
        raise UsageError(f"--watch {text}: {place} is no line; give one, such as 'out[3] at file.py:12'")
    return Watch(text, element, replace(found, text=text))


def locate(element: str, described: dict[str, Any], values: dict[str, Any]) -> Location:
    """Return where an element lies; `described` and `values` are the variables of a stop, raw and as Python has them.

    Raises `UsageError` when it is no single element of an array that exists there.
    """
    node = _subscript(element)
    name = node.value.id if isinstance(node.value, ast.Name) else ""
    array = described.get(name)
    if array is None or array["kind"] != "array":
        raise UsageError(f"{element} can't be watched: `{name}` is no array here")
    try:
        index = eval(ast.unparse(node.slice), {"np": np}, dict(values))
        numbers = _numbers(index, array["shape"])
    except Exception as error:  # noqa: BLE001 - whatever the user wrote as an index
        raise UsageError(f"{element} can't be watched: {type(error).__name__}: {error}") from None
    if numbers is None:
        raise UsageError(f"{element} can't be watched: it is more than one element")
    offset = sum(number * step for number, step in zip(numbers, array["strides"], strict=True))
    return Location(array["data"] + offset, array["dtype"]["size"], array["dtype"])


class Watched:
    """Elements under watch, by name, with the value that each had last."""

    def __init__(self) -> None:
        self._waiting: dict[str, Watch] = {}
        self._dtypes: dict[str, dict[str, Any]] = {}
        self._last: dict[str, str] = {}

    def await_place(self, watch: Watch) -> None:
        """Remember an element that is to be watched from a place on."""
        self._waiting[watch.text] = watch

    def due(self, keys: list[str]) -> list[Watch]:
        """Return the elements that are to be watched now that the program stopped at `keys`, once each."""
        return [self._waiting.pop(key) for key in keys if key in self._waiting]

    def never(self, watch: Watch) -> str:
        """Return what to say of an element that never changed; "" where its place was never reached."""
        if watch.text in self._waiting:
            return ""
        return f"--watch {watch.text}: {watch.element} never changed after line {watch.place.line}"

    def begin(self, key: str, location: Location, raw: str) -> None:
        """Note that an element is watched, and its value now."""
        self._dtypes[key], self._last[key] = location.dtype, raw

    def changed(self, watched: dict[str, str]) -> dict[str, Any]:
        """Return what is found at a stop: the element, its old and its new value as Python shows them."""
        key, raw = next(iter(watched.items()))
        before, self._last[key] = self._last[key], raw
        old, new = (repr(read_scalar(self._dtypes[key], base64.b64decode(part))) for part in (before, raw))
        return {"element": key, "old": old, "new": new}


def _subscript(element: str) -> ast.Subscript:
    try:
        node = ast.parse(element, mode="eval").body
    except SyntaxError:
        node = None
    if not isinstance(node, ast.Subscript) or not isinstance(node.value, ast.Name):
        raise UsageError(f"{element} can't be watched: give an element of an array, such as `out[3]`")
    return node


def _numbers(index: Any, shape: list[int]) -> list[int] | None:
    """Return an index along each dimension, none of them negative; None where it is more than one element."""
    parts = index if isinstance(index, tuple) else (index,)
    if len(parts) != len(shape) or not all(isinstance(part, (int, np.integer)) for part in parts):
        return None
    for part, size in zip(parts, shape, strict=True):
        if not -size <= part < size:
            raise IndexError(f"index {part} is out of range (size {size})")
    return [int(part) % size for part, size in zip(parts, shape, strict=True)]
