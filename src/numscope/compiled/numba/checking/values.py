"""Compare what compiled code and Python gave, kind by kind."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Tolerance:
    """units: in the last place. kind: the type that Python's floats are counted in; None: their own.

    normwise: the unit of each element of an array is that of its largest one.
    """

    units: int
    kind: np.dtype[Any] | None = None
    normwise: bool = False

    def times(self, factor: int) -> Tolerance:
        """Return a tolerance of so many times the units."""
        return Tolerance(self.units * factor, self.kind, self.normwise)

    def counted(self, number: Any) -> np.ndarray[Any, Any]:
        """Return a number as an array, a float of Python's in the type that it is counted in."""
        return np.asarray(number, self.kind if isinstance(number, (float, complex)) else None)


def difference(compiled: Any, python: Any, tolerance: Tolerance | int) -> str | None:
    """What differs beyond `tolerance`, in words, or None.

    Integers, booleans and strings must be equal. Floats are compared in units in the last place of their own
    precision, or of the tolerance's. NaN equals NaN.
    """
    if isinstance(tolerance, int):
        tolerance = Tolerance(tolerance)
    if isinstance(compiled, tuple) and isinstance(python, tuple):
        if len(compiled) != len(python):
            return f"{len(compiled)} items compiled, {len(python)} in Python"
        found = (difference(a, b, tolerance) for a, b in zip(compiled, python, strict=True))
        return next((f"item {i}: {text}" for i, text in enumerate(found) if text), None)
    if isinstance(compiled, np.ndarray) or isinstance(python, np.ndarray):
        return _arrays(np.asarray(compiled), np.asarray(python), tolerance)
    if _is_number(compiled) and _is_number(python):
        return _numbers(compiled, python, tolerance)
    same = compiled is python or (type(compiled) is type(python) and bool(np.all(compiled == python)))
    return None if same else f"compiled {compiled!r}, Python {python!r}"


def _arrays(compiled: np.ndarray[Any, Any], python: np.ndarray[Any, Any], tolerance: Tolerance) -> str | None:
    if compiled.shape != python.shape:
        return f"shape {compiled.shape} compiled, {python.shape} in Python"
    if compiled.dtype.kind not in "fciub" or python.dtype.kind not in "fciub":
        return None if np.array_equal(compiled, python) else "different values"
    if compiled.dtype.kind in "fc" or python.dtype.kind in "fc":
        apart = ulps(compiled, python, tolerance.normwise)
        if apart.size == 0 or not bool((apart > tolerance.units).any()):
            return None
        at = tuple(int(i) for i in np.unravel_index(int(np.nanargmax(apart)), apart.shape))
        return f"[{', '.join(map(str, at))}] compiled {compiled[at]}, Python {python[at]} ({_far(apart[at])})"
    if np.array_equal(compiled, python):
        return None
    at = tuple(int(i[0]) for i in np.nonzero(compiled != python))
    return f"[{', '.join(map(str, at))}] compiled {compiled[at]}, Python {python[at]}"


def _numbers(compiled: Any, python: Any, tolerance: Tolerance) -> str | None:
    exact = (int, bool, np.integer, np.bool_)
    if isinstance(compiled, exact) and isinstance(python, exact):
        return None if int(compiled) == int(python) else f"compiled {compiled}, Python {brief(python)}"
    try:
        apart = float(ulps(tolerance.counted(compiled), tolerance.counted(python)))
    except (OverflowError, TypeError):
        return f"compiled {compiled}, Python {brief(python)}"
    if apart > tolerance.units and isinstance(compiled, exact) != isinstance(python, exact):
        return f"compiled {compiled} ({_kind(compiled)}), Python {brief(python)} ({_kind(python)})"
    return None if apart <= tolerance.units else f"compiled {compiled}, Python {python} ({_far(apart)})"


def ulps(
    first: np.ndarray[Any, Any], second: np.ndarray[Any, Any], normwise: bool = False
) -> np.ndarray[Any, Any]:
    """How many units in the last place two arrays are apart, element by element; inf where one is NaN or infinite.

    The unit is that of the coarser of the two precisions, at the larger of the two magnitudes, or normwise at the
    largest finite one of all elements.
    """
    if "c" in (first.dtype.kind, second.dtype.kind):
        parts = (ulps(first.real, second.real, normwise), ulps(first.imag, second.imag, normwise))
        return np.asarray(np.maximum(*parts))
    kinds = [a.dtype for a in (first, second) if a.dtype.kind == "f"]
    coarse = min(kinds, key=lambda dtype: dtype.itemsize, default=np.dtype(np.float64))
    one, two = first.astype(np.float64), second.astype(np.float64)
    size = np.maximum(np.abs(one), np.abs(two))
    if normwise:
        size = np.max(size, initial=0.0, where=np.isfinite(size))
    with np.errstate(all="ignore"):
        unit = np.spacing(size.astype(coarse)).astype(np.float64)
        apart = np.abs(one - two) / unit
    same = (one == two) | (np.isnan(one) & np.isnan(two))
    result: np.ndarray[Any, Any] = np.where(same, 0.0, np.where(np.isfinite(apart), apart, math.inf))
    return result


def brief(value: Any) -> str:
    """A value as text; of an integer with hundreds of digits only its size."""
    text = str(value)
    return text if len(text) <= 40 else f"an integer of {len(text.lstrip('-'))} digits"


def _far(apart: float) -> str:
    return "not comparable" if math.isinf(apart) else f"{apart:.3g} ULP apart"


def _kind(value: Any) -> str:
    return str(getattr(value, "dtype", type(value).__name__))


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float, complex, np.number, np.bool_))


def python_overflows(value: Any) -> bool:
    """Whether a Python integer no longer fits the 64 bits compiled code has."""
    return type(value) is int and not -(2**63) <= value < 2**64
