"""Element types as rules name them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

# What rules write, beside NumPy's own names.
_SPOKEN = {"float": "float64", "int": "int64", "complex": "complex128", "longdouble": "float128"}
_PLAIN = (
    *("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
    *("float16", "float32", "float64", "float128", "complex64", "complex128", "complex256"),
    *("object", "str", "bytes", "datetime64", "timedelta64", "record"),
)
NAMES = frozenset((*_PLAIN, *_SPOKEN))
_BY_KIND = {"U": "str", "S": "bytes", "M": "datetime64", "m": "timedelta64", "V": "record", "O": "object"}


def spoken(name: str) -> str:
    """Return the name by which two types are compared: `float` is `float64`."""
    return _SPOKEN.get(name, name)


@lru_cache(maxsize=1024)
def dtype_called(text: str) -> np.dtype[Any] | None:
    """Return the dtype that a trace calls `text`; None for records, which are described by their fields."""
    try:
        return np.dtype(text)
    except (TypeError, ValueError, SyntaxError):
        return None


@lru_cache(maxsize=1024)
def name_of(dtype: np.dtype[Any] | None) -> str:
    """Return the rules' name of a dtype; byte order, length of texts and unit of time make no difference."""
    if dtype is None or dtype.names is not None:
        return "record"
    if dtype.kind in _BY_KIND:
        return _BY_KIND[dtype.kind]
    return str(dtype.newbyteorder("="))


@lru_cache(maxsize=1024)
def limit_of(dtype: np.dtype[Any] | None) -> float | None:
    """Return the largest finite number of a dtype; None if it holds no numbers."""
    if dtype is None:
        return None
    if dtype.kind in "fc":
        return float(np.finfo(dtype).max)
    return float(np.iinfo(dtype).max) if dtype.kind in "iu" else 1.0 if dtype.kind == "b" else None
