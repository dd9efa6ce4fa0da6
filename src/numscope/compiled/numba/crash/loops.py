"""Calls of @vectorize and @guvectorize functions as Python: the function once an element, or a stack of elements."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import Any

import numpy as np


def looped(definition: ast.FunctionDef, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return what NumPy makes of the Python function under such a decorator, else the function itself."""
    for decorator in definition.decorator_list:
        named = ast.unparse(decorator.func if isinstance(decorator, ast.Call) else decorator)
        if named.endswith("guvectorize"):
            texts = [node.value for node in ast.walk(decorator) if isinstance(node, ast.Constant)]
            layout = next((text for text in texts if isinstance(text, str) and "->" in text), None)
            return _by_layout(definition, function, layout) if layout else function
        if named.endswith("vectorize"):
            return _by_element(function)
    return function


def _by_element(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*arguments: Any, **_: Any) -> None:
        for items in np.broadcast(*arguments):
            function(*items)

    return call


def _by_layout(definition: ast.FunctionDef, function: Callable[..., Any], layout: str) -> Callable[..., Any]:
    """The function on each stack of core arrays; the results are thrown away."""
    inputs, outputs = ([core.split(",") if core else [] for core in re.findall(r"\(([^)]*)\)", side)]
                       for side in re.sub(r"\s", "", layout).split("->"))  # fmt: skip
    names = [argument.arg for argument in definition.args.args]
    indexed = {
        n.value.id
        for n in ast.walk(definition)
        if isinstance(n, ast.Subscript) and isinstance(n.value, ast.Name)
    }

    def call(*arguments: Any, **_: Any) -> None:
        given = [np.asarray(value) for value in arguments[: len(inputs)]]
        outer = [array.shape[: array.ndim - len(core)] for array, core in zip(given, inputs, strict=True)]
        sizes = {
            name: size
            for array, core in zip(given, inputs, strict=True)
            for name, size in zip(core, array.shape[array.ndim - len(core) :], strict=True)
        }
        loop = np.broadcast_shapes(*outer)
        spread = [
            np.broadcast_to(array, loop + array.shape[array.ndim - len(core) :])
            for array, core in zip(given, inputs, strict=True)
        ]
        for place in np.ndindex(*loop):
            cores = [
                array[place] if core or name not in indexed else array[place][np.newaxis]
                for array, core, name in zip(spread, inputs, names, strict=False)
            ]
            results = [np.zeros([sizes.get(name, 1) for name in core] or [1]) for core in outputs]
            function(*cores, *results)

    return call
