"""Integers that wrap around in compiled code and in NumPy alike: nothing differs, and yet the number is wrong."""

from __future__ import annotations

import ast
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from numscope.compiled.numba.checking.interpretation import run_as_python
from numscope.compiled.numba.explaining.source import Source


@dataclass(frozen=True)
class Wrap:
    """An integer that left its range on `line`, and the values of the variables there at the first time."""

    line: int
    kind: str
    values: str

    def __str__(self) -> str:
        return (
            f"an integer leaves the range of {self.kind} and wraps around, in compiled code as in NumPy; "
            f"first with {self.values}"
        )


def wraps(dispatcher: Any, arguments: tuple[Any, ...]) -> list[Wrap]:
    """The lines of the function where NumPy's integers overflow when it runs as Python, each once.

    Lines on which floats take part are left out: those overflow to infinity. Whole arrays wrap without a word. Unsigned
    integers of a function that works on bits, or multiplies by a number of more than 31 bits, are meant to wrap: hashes
    and generators of random numbers count modulo a power of two.
    """
    function = dispatcher.py_func
    source = Source.of(function.__code__.co_filename)
    found: dict[int, Wrap | None] = {}
    modular = _counts_modulo(source.function(function.__name__, function.__code__.co_firstlineno + 1))

    def overflowed(kind: str, flag: int) -> None:
        frame: Any = sys._getframe(1)
        while frame is not None and frame.f_code is not function.__code__:
            frame = frame.f_back
        if frame is not None and frame.f_lineno not in found:
            found[frame.f_lineno] = _wrap(source, frame.f_lineno, frame.f_locals)

    before = np.seterrcall(overflowed)
    try:
        run_as_python(function, arguments, over="call")
    finally:
        np.seterrcall(before)
    wraps_ = [wrap for wrap in found.values() if wrap is not None]
    return [wrap for wrap in wraps_ if not (modular and wrap.kind.startswith("uint"))]


def _counts_modulo(function: ast.AST | None) -> bool:
    nodes = [] if function is None else list(ast.walk(function))
    bits = any(
        isinstance(node, (ast.BitXor, ast.BitAnd, ast.BitOr, ast.LShift, ast.RShift)) for node in nodes
    )
    large = any(
        isinstance(n, ast.Constant) and isinstance(n.value, int) and n.value >= 1 << 31 for n in nodes
    )
    return bits or large


def _wrap(source: Source, line: int, values: Mapping[str, Any]) -> Wrap | None:
    if any(isinstance(node.op, ast.Div) for node in source.nodes(ast.BinOp, line)):
        return None
    if any(isinstance(node.value, (float, complex)) for node in source.nodes(ast.Constant, line)):
        return None
    named = {node.id: values[node.id] for node in source.nodes(ast.Name, line) if node.id in values}
    numbers = [value for value in named.values() if isinstance(value, (int, float, np.generic, np.ndarray))]
    kind = np.result_type(*[_type(value) for value in numbers]) if numbers else np.dtype(object)
    if kind.kind not in "iu":
        return None
    shown = ", ".join(
        f"{name}={value}" for name, value in named.items() if isinstance(value, (int, np.integer))
    )
    return Wrap(line, str(kind), shown or "the inputs below")


def _type(value: Any) -> np.dtype[Any]:
    found: np.dtype[Any] | None = getattr(value, "dtype", None)
    return np.dtype(type(value)) if found is None else found
