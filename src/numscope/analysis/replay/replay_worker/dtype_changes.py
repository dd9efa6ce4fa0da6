"""Other element types than the recorded ones: every floating-point array, scalar and dtype argument made another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ....probes.calling.refusal import CannotReplayError


def change_to(name: str) -> Callable[[Any], Any]:
    """What changes arguments to floating-point type `name` (float64 ...), complex ones to its complex counterpart.

    Raises CannotReplayError if there is no such type.
    """
    try:
        real = np.dtype(name)
    except TypeError:
        raise CannotReplayError(f"{name!r} is no element type") from None
    if real.kind != "f":
        raise CannotReplayError(f"{name!r} is no floating-point type")
    complex_type = np.result_type(real, np.complex64)
    if real.itemsize >= np.dtype(np.longdouble).itemsize:
        complex_type = np.dtype(np.clongdouble)
    kinds = {"f": real, "c": complex_type}

    def change(value: Any) -> Any:
        if isinstance(value, np.ndarray):
            return value if value.dtype.kind not in kinds else value.astype(kinds[value.dtype.kind])
        if isinstance(value, np.generic):
            return value if value.dtype.kind not in kinds else kinds[value.dtype.kind].type(value)
        if isinstance(value, np.dtype):
            return kinds.get(value.kind, value)
        if isinstance(value, type) and issubclass(value, np.generic):
            return kinds[np.dtype(value).kind].type if np.dtype(value).kind in kinds else value
        return value

    return change
