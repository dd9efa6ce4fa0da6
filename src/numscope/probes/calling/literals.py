"""The text that the recorder writes for simple Python objects, read back without running anything of it."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from .refusal import CannotReplayError

_CONSTANTS = {"None": None, "True": True, "False": False, "Ellipsis": Ellipsis}
_NUMBERS = {"inf": float("inf"), "nan": float("nan")}
_BUILTIN_TYPES = (bool, int, float, complex, str, bytes, object)
# The types whose names stand for themselves, as `dtype=float` and `dtype=numpy.float32`.
_TYPES = {kind.__name__: kind for kind in _BUILTIN_TYPES}
# A string, or else the number of an array.
_STRING_OR_ITEM = re.compile(r"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|\$(\d+)""", re.DOTALL)


@dataclass(frozen=True)
class Item:
    """Stands in a list or tuple for the array of this number."""

    number: int


@lru_cache(maxsize=4096)
def parse(text: str) -> Any:
    """The object that `text` stands for, with an `Item` for each array in it.

    Raises CannotReplayError if it was too long to be written whole, or is no such text.
    """
    if "..." in _STRING_OR_ITEM.sub("", text):
        raise CannotReplayError("an argument was too long to be kept whole")
    kind = _type_named(text)
    if kind is not None:
        return kind
    try:
        named = _STRING_OR_ITEM.sub(lambda found: found[1] or f"_item_{found[2]}", text)
        return _value(ast.parse(named, mode="eval").body)
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        raise CannotReplayError(f"the argument {text[:60]!r} is not kept as a value") from None


def holds_items(value: Any) -> bool:
    """Whether there is an `Item` in what `parse` gave."""
    if isinstance(value, (list, tuple)):
        return any(holds_items(part) for part in value)
    if isinstance(value, dict):
        return any(holds_items(part) for part in value.values())
    if isinstance(value, slice):
        return any(holds_items(part) for part in (value.start, value.stop, value.step))
    return isinstance(value, Item)


def with_items(value: Any, arrays: dict[int, Any]) -> Any:
    """`value` with its items replaced by the arrays of these numbers. Raises CannotReplayError if one is missing."""
    if isinstance(value, list):
        return [with_items(part, arrays) for part in value]
    if isinstance(value, tuple):
        return tuple(with_items(part, arrays) for part in value)
    if isinstance(value, dict):
        return {name: with_items(part, arrays) for name, part in value.items()}
    if isinstance(value, slice):
        return slice(*(with_items(part, arrays) for part in (value.start, value.stop, value.step)))
    if isinstance(value, Item):
        if value.number not in arrays:
            raise CannotReplayError(f"the array number {value.number} of a list was not kept")
        return arrays[value.number]
    return value


def _type_named(text: str) -> Any:
    if text in _TYPES:
        return _TYPES[text]
    if text.startswith("numpy."):
        name = text[len("numpy.") :]
        value = getattr(np, name, None) if "." not in name else None
        if name.startswith("dtypes."):
            value = getattr(np.dtypes, name[len("dtypes.") :], None)
        if isinstance(value, type) and issubclass(value, (np.generic, np.dtype, np.ndarray)):
            return value
    if text.startswith("torch.") and text[len("torch.") :].isidentifier():
        try:
            return np.dtype(text[len("torch.") :])
        except TypeError:
            return text
    return np.matrix if text == "matrix" else np.recarray if text == "recarray" else None


def _value(node: ast.expr) -> Any:
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        if node.id.startswith("_item_"):
            return Item(int(node.id[len("_item_") :]))
        if node.id in _NUMBERS:
            return _NUMBERS[node.id]
        if node.id in _CONSTANTS:
            return _CONSTANTS[node.id]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_value(node.operand)
    if isinstance(node, ast.List):
        return [_value(part) for part in node.elts]
    if isinstance(node, ast.Tuple):
        return tuple(_value(part) for part in node.elts)
    if isinstance(node, ast.Dict) and None not in node.keys:
        return {_value(name): _value(part) for name, part in zip(node.keys, node.values, strict=True) if name}
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        parts = [_value(part) for part in node.args]
        if node.func.id == "slice":
            return slice(*parts)
        if node.func.id == "complex":
            return complex(*parts)
        if node.func.id == "dtype":
            return _dtype(parts[0])
    raise ValueError("no literal")


def _dtype(description: Any) -> np.dtype[Any]:
    if isinstance(description, str) and description.startswith("|O"):
        return np.dtype(object)
    return np.lib.format.descr_to_dtype(description)
