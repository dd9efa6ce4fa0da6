"""Higher precision: float16 and float32 as float64, float64 as longdouble, complex numbers likewise."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

_WIDER: dict[str, np.dtype[Any]] = {
    **dict.fromkeys(("float16", "float32"), np.dtype(np.float64)),
    "float64": np.dtype(np.longdouble),
    "complex64": np.dtype(np.complex128),
    "complex128": np.dtype(np.clongdouble),
}


@cache
def wider(dtype: np.dtype[Any]) -> np.dtype[Any] | None:
    """The type of higher precision; None if there is none here."""
    found = _WIDER.get(dtype.name)
    if found is None or np.finfo(found).eps >= np.finfo(dtype).eps:
        return None
    return found


def widened(value: Any) -> Any:
    """An argument in higher precision: an array, a scalar, or a dtype; anything else as it is."""
    if isinstance(value, np.ndarray):
        target = wider(value.dtype)
        return value if target is None else value.astype(target)
    if isinstance(value, np.generic):
        target = wider(value.dtype)
        return value if target is None else target.type(value)
    if isinstance(value, np.dtype):
        return wider(value) or value
    if isinstance(value, type) and (issubclass(value, np.inexact) or value in (float, complex)):
        target = wider(np.dtype(value))
        return value if target is None else target.type
    return value


def as_wide_number(value: Any) -> Any:
    """A whole number or an array of them as longdouble: for operations whose result is a fraction."""
    if isinstance(value, (np.ndarray, np.generic)) and value.dtype.kind in "iu":
        return value.astype(np.longdouble)
    return value
