"""What a stencil gives, by its definition: the kernel as Python at every element, with indexes relative to it."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from types import FunctionType
from typing import Any

import numpy as np


class _Neighbours:
    """An array as the kernel sees it from one element."""

    def __init__(self, array: np.ndarray[Any, Any], here: tuple[int, ...]) -> None:
        self._array = array
        self._here = here

    def __getitem__(self, index: Any) -> Any:
        wanted = index if isinstance(index, tuple) else (index,)
        moved = [_moved(one, *at) for one, at in zip(wanted, self._places(), strict=True)]
        return self._array[tuple(moved)]

    def _places(self) -> list[tuple[int, int]]:
        return list(zip(self._here, self._array.shape, strict=True))


def _moved(index: Any, here: int, size: int) -> Any:
    """Return an index of the array for one relative to an element. Raises IndexError outside of the array."""
    if isinstance(index, slice):
        first, last = here + index.start, here + index.stop
        if first < 0 or last > size:
            raise IndexError
        return slice(first, last, index.step)
    if not 0 <= here + index < size:
        raise IndexError
    return here + index


def stencil_result(
    kernel: FunctionType, values: Sequence[Any], options: Mapping[str, Any]
) -> np.ndarray[Any, Any]:
    """Run the kernel at every element; what lies so near the border that it reaches out is `cval`.

    Raises what the kernel raises.
    """
    names = kernel.__code__.co_varnames[: len(values)]
    standard = options.get("standard_indexing", ())
    array = values[0]
    found: dict[tuple[int, ...], Any] = {}
    for here in np.ndindex(*array.shape):
        if _outside(here, array.shape, options.get("neighborhood")):
            continue
        given = [
            _Neighbours(value, here)
            if isinstance(value, np.ndarray) and name not in standard
            else copy.copy(value)
            for name, value in zip(names, values, strict=True)
        ]
        try:
            found[here] = kernel(*given)
        except IndexError:
            continue
    border = options.get("cval", 0)
    return np.array([found.get(here, border) for here in np.ndindex(*array.shape)]).reshape(array.shape)


def _outside(here: tuple[int, ...], shape: tuple[int, ...], neighborhood: Any) -> bool:
    """Tell whether the neighborhood, where one is given, reaches out of the array from an element."""
    return neighborhood is not None and any(
        at + low < 0 or at + high >= size
        for at, size, (low, high) in zip(here, shape, neighborhood, strict=True)
    )
