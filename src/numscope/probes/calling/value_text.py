"""Values as Python source that needs NumPy only."""

from __future__ import annotations

import base64
import zlib
from typing import Any

import numpy as np

from numscope.errors import UsageError

# What every script of these begins with.
IMPORTS = ("import numpy as np",)
NAMES = "from numpy import inf, nan  # noqa: F401"
# More elements than a reader would look at are written packed.
_MOST_READABLE = 400
_MOST_BYTES = 32 << 20


def array_source(array: Any) -> str:
    """An expression that makes `array`, to the last bit. Raises UsageError if it is too large for a script."""
    dtype = array.dtype
    if array.nbytes > _MOST_BYTES:
        raise UsageError(f"{array.nbytes:,} bytes matter, too many for a script.")
    described = repr(np.lib.format.dtype_to_descr(dtype))
    if not array.size:
        return f"np.empty({array.shape}, dtype={described})"
    if (
        array.size <= _MOST_READABLE
        and dtype.kind in "biufcUS"
        and dtype.itemsize <= 16
        and dtype.char not in "gG"
    ):
        return f"np.array({array.tolist()!r}, dtype={described})"
    packed = base64.b85encode(zlib.compress(np.ascontiguousarray(array).tobytes())).decode()
    return (
        f'np.frombuffer(zlib.decompress(base64.b85decode("{packed}")), dtype={described})'
        f".reshape({array.shape}).copy()"
    )


def value_source(value: Any, names: dict[int, str]) -> str:
    """An expression that makes `value`; arrays are called by their names, found by identity."""
    if isinstance(value, np.ndarray):
        return names[id(value)]
    if isinstance(value, (list, tuple)):
        parts = [value_source(part, names) for part in value]
        if isinstance(value, list):
            return f"[{', '.join(parts)}]"
        return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"
    if isinstance(value, slice):
        return (
            f"slice({', '.join(value_source(part, names) for part in (value.start, value.stop, value.step))})"
        )
    if isinstance(value, np.generic):
        return f"{array_source(np.asarray(value))}[()]"
    if isinstance(value, np.dtype):
        return f"np.dtype({np.lib.format.dtype_to_descr(value)!r})"
    if isinstance(value, type):
        return f"np.{value.__name__}" if value.__module__.startswith("numpy") else value.__name__
    if value is np._NoValue:
        return "np._NoValue"
    if isinstance(value, (bool, int, float, complex, str, bytes, type(None), type(Ellipsis))):
        return repr(value)
    raise UsageError(f"a {type(value).__name__} object can't be written into a script.")
