"""The bytes by which arrays are compared: those of their values, with zeros for what lies between them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

_LONG_DOUBLE = np.dtype(np.longdouble).itemsize
# x87: a sign with 15 bits of exponent, 64 of mantissa, in the first 10 bytes.
_LONG_DOUBLE_USED = 10 if np.finfo(np.longdouble).nmant == 63 else _LONG_DOUBLE


def without_padding(data: bytes, dtype: np.dtype[Any]) -> bytes:
    """Return the bytes of elements of `dtype` with zeros where a long double or an aligned record has padding.

    Nothing sets padding, so it says nothing of a value.
    """
    used = _used(dtype)
    if used is None:
        return data
    elements = np.frombuffer(data, np.uint8).reshape(-1, used.size)
    cleared: bytes = (elements & used).tobytes()
    return cleared


@lru_cache(256)
def _used(dtype: np.dtype[Any]) -> Any:
    """Return 255 for each byte of an element that belongs to a value, 0 for padding; None where all belong."""
    used = np.zeros(dtype.itemsize, np.uint8)
    _mark(dtype, used)
    return None if used.all() else used


def _mark(dtype: np.dtype[Any], used: Any) -> None:
    if dtype.char in "gG":
        numbers = used.reshape(-1, _LONG_DOUBLE)
        (numbers if dtype.isnative else numbers[:, ::-1])[:, :_LONG_DOUBLE_USED] = 255
    elif dtype.fields is not None:
        for field in dtype.fields.values():
            _mark(field[0], used[field[1] : field[1] + field[0].itemsize])
    elif dtype.subdtype is not None and dtype.itemsize:
        for element in used.reshape(-1, dtype.subdtype[0].itemsize):
            _mark(dtype.subdtype[0], element)
    else:
        used[...] = 255
