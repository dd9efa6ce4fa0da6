"""An array as a grid of cells to draw: whole when it is small, its edges when it is not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from numscope.errors import NumscopeError
from numscope.trace import Operand

# Up to so many along the last two axes, and slices before them, an array is drawn whole; else so many at each edge.
_WHOLE = (12, 12, 4)
_EDGE = (3, 3, 1)
_DEEPEST = 3


@dataclass(frozen=True)
class Grid:
    """An operand as it is drawn.

    name: of the variable it was assigned to, if known. shown: for each axis the indices that are drawn, or None where
    the array has too many axes, or its values were not kept. cells: texts of the drawn elements in C order.
    tints: 0 (smallest) to 1 (largest) among the finite drawn elements; None where there is nothing to compare.
    """

    role: str
    name: str | None
    dtype: str
    shape: tuple[int, ...]
    shown: tuple[tuple[int, ...], ...] | None
    cells: tuple[str, ...]
    tints: tuple[float | None, ...]
    missing: str | None


def grid_of(operand: Operand, name: str | None) -> Grid:
    """The operand, an array or a number, as a grid."""
    shape = operand.shape or ()
    plain = Grid(operand.role, name, operand.dtype or operand.kind, shape, None, (), (), None)
    try:
        value = operand.value()
    except NumscopeError as error:
        return Grid(**{**plain.__dict__, "missing": str(error)})
    array = np.asarray(value)
    if array.ndim > _DEEPEST or array.dtype.kind not in "biufcMmUS":
        return plain
    shown = tuple(_shown(length, axis - array.ndim) for axis, length in enumerate(array.shape))
    drawn = array[np.ix_(*shown)] if array.ndim else array
    cells = tuple(cell_text(element) for element in drawn.ravel())
    return Grid(**{**plain.__dict__, "shown": shown, "cells": cells, "tints": _tints(drawn.ravel())})


def _shown(length: int, from_the_end: int) -> tuple[int, ...]:
    whole, edge = _WHOLE[-1 - from_the_end], _EDGE[-1 - from_the_end]
    if length <= whole:
        return tuple(range(length))
    return (*range(edge), *range(length - edge, length))


def cell_text(element: Any) -> str:
    """An element in a few letters."""
    if isinstance(element, (bool, np.bool_)):
        return "T" if element else "F"
    if isinstance(element, (float, np.floating)):
        text = f"{float(element):.4g}"
        return text.replace("e-0", "e-").replace("e+0", "e")
    if isinstance(element, (complex, np.complexfloating)):
        return f"{complex(element):.2g}".strip("()")
    text = str(element)
    return text if len(text) <= 9 else text[:8] + "…"


def _tints(elements: Any) -> tuple[float | None, ...]:
    if elements.dtype.kind not in "biuf":
        return (None,) * len(elements)
    numbers = elements.astype(np.float64)
    finite = np.isfinite(numbers)
    if not finite.any():
        return (None,) * len(elements)
    low, high = numbers[finite].min(), numbers[finite].max()
    if not low < high or not np.isfinite(high - low):
        return tuple(0.35 if known else None for known in finite)
    return tuple(
        round(float((number - low) / (high - low)), 3) if known else None
        for number, known in zip(numbers, finite, strict=True)
    )
