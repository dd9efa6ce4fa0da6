"""Whether a result depends on what an array made with np.empty happened to hold."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from numscope.compiled.numba.checking.interpretation import PythonRun, run_as_python
from numscope.compiled.numba.checking.shadow import NumpyWithShadows
from numscope.compiled.numba.checking.values import difference
from numscope.compiled.numba.explaining.source import Source

# Two fillings that differ in every byte, and are finite numbers in every type.
ONE, OTHER = 0x01, 0x7B


@dataclass(frozen=True)
class Garbage:
    """An array of np.empty whose elements the result depends on: the line that makes it, and what depends on it."""

    line: int
    made: str
    depends: str

    def __str__(self) -> str:
        return f"{self.depends} depends on elements of {self.made} that were never written"


def garbage_read(dispatcher: Any, arguments: tuple[Any, ...]) -> list[Garbage]:
    """The arrays of np.empty in the function that the result, or an argument it leaves, depends on."""
    function = dispatcher.py_func
    if not makes_empty_arrays(function):
        return []
    before, made = filled(function, arguments, ONE)
    found = []
    for line in sorted(made):
        after, _ = filled(function, arguments, OTHER, line)
        if before.error or after.error:
            return []
        depends = _depends(function, before, after)
        if depends:
            found.append(Garbage(line, _made_on(function.__code__.co_filename, line), depends))
    return found


def makes_empty_arrays(function: Any) -> bool:
    """Whether `function` itself mentions np.empty or np.empty_like."""
    return bool({"empty", "empty_like"} & set(function.__code__.co_names))


def never_written(function: Callable[..., Any], arguments: tuple[Any, ...]) -> bool:
    """Return whether the result is an array of np.empty no element of which was ever written."""
    if not makes_empty_arrays(function):
        return False
    one, other = (filled(function, arguments, byte)[0].result for byte in (ONE, OTHER))
    arrays = isinstance(one, np.ndarray) and isinstance(other, np.ndarray)
    return arrays and one.shape == other.shape and bool(np.all(one != other))


def filled(
    function: Callable[..., Any],
    arguments: tuple[Any, ...],
    byte: int,
    line: int | None = None,
    watched: dict[int, list[str]] | None = None,
) -> tuple[PythonRun, set[int]]:
    """Run as Python with every byte of np.empty(...) as `byte`; those of other lines than `line` stay as with ONE.

    Returns the run, and the lines that made such arrays.
    """
    lines: set[int] = set()
    code = getattr(function, "__code__", None)

    def prepare(name: str, array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        if name.startswith("empty"):
            frame: Any = sys._getframe(2)
            here = frame.f_lineno if frame.f_code is code else 0
            lines.add(here)
            chosen = byte if line in (None, here) else ONE
            array.view(np.uint8 if array.flags.c_contiguous else array.dtype).fill(chosen)
        return array

    made = NumpyWithShadows(prepare)
    scope: dict[str, Any] = getattr(function, "__globals__", {})
    namespace = {name: made for name, value in scope.items() if value is np}
    return run_as_python(function, arguments, watched, namespace=namespace), lines


def _depends(function: Any, before: PythonRun, after: PythonRun) -> str | None:
    """What differs between the two runs, by name and element."""
    names = function.__code__.co_varnames
    places = [("the result", before.result, after.result)]
    places += [
        (f"argument `{name}`", one, other)
        for name, one, other in zip(names, before.arguments, after.arguments, strict=False)
    ]
    for what, one, other in places:
        text = difference(one, other, 0)
        if text:
            element = text.partition(" ")[0] if text.startswith("[") else ""
            return f"element {element} of {what}" if element else what
    return None


def _made_on(file: str, line: int) -> str:
    source = Source.of(file)
    for node in source.nodes(ast.Assign, line):
        if isinstance(node.targets[0], ast.Name):
            return f"`{node.targets[0].id} = {source.text(node.value)}`"
    return "np.empty(...)"
