"""Lists that Dynamo's code makes to pass values on in: what becomes of one is known while the source is written."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any


class OwnList:
    """A list made here that nothing else has seen; `items` are values of the stack."""

    def __init__(self, items: list[Any]) -> None:
        self.items = items


def flattened(values: list[Any]) -> Iterator[Any]:
    """Give each value, and what is in the lists among them."""
    for value in values:
        yield value
        if isinstance(value, OwnList):
            yield from flattened(value.items)


def replaced(values: list[Any], old: Any, new: Any) -> None:
    """Put `new` in place of `old`, in the lists among `values` too."""
    for number, value in enumerate(values):
        if value is old:
            values[number] = new
        elif isinstance(value, OwnList):
            replaced(value.items, old, new)


def copied(values: list[Any]) -> list[Any]:
    """Copy the values of a way that splits: the lists of one way are not those of the other."""
    copies: dict[int, OwnList] = {}

    def copy(value: Any) -> Any:
        if not isinstance(value, OwnList):
            return value
        if id(value) not in copies:
            copies[id(value)] = OwnList([copy(each) for each in value.items])
        return copies[id(value)]

    return [copy(value) for value in values]


def spread(value: Any) -> list[Any] | None:
    """Return the items of a list or tuple that is known; None for anything else."""
    if isinstance(value, OwnList):
        return value.items
    plain = isinstance(value, ast.Tuple) and all(isinstance(each, ast.Constant) for each in value.elts)
    return list(value.elts) if plain else None


def index_in(container: Any, index: Any) -> int | slice | None:
    """Return a constant index or slice of a list made here; None where it is none."""
    if not isinstance(container, OwnList):
        return None
    size = len(container.items)
    if isinstance(index, ast.Constant) and type(index.value) is int:
        return index.value if -size <= index.value < size else None
    if not isinstance(index, ast.Slice) or index.step is not None:
        return None
    bounds = [None if each is None else getattr(each, "value", each) for each in (index.lower, index.upper)]
    return slice(*bounds) if all(each is None or type(each) is int for each in bounds) else None
