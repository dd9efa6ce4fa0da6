"""Memory of the stopped process."""

from __future__ import annotations

import base64
from typing import Any

import gdb

LARGEST_READ = 4 << 20


def memory(address: int, size: int) -> bytes:
    """Bytes of the stopped process."""
    return bytes(gdb.selected_inferior().read_memory(address, size)) if size else b""


def at(address: int, size: int) -> str:
    """Bytes of the stopped process, as JSON can hold them."""
    return base64.b64encode(memory(address, size)).decode()


def array_at(data: int, item: int, shape: list[int], strides: list[int], dtype: Any) -> dict[str, Any]:
    """The bytes an array spans, with shape and strides; a huge one is cut along its first dimension."""
    shown = list(shape)
    while _span(shown, strides, item)[1] > LARGEST_READ and shown and shown[0] > 1:
        shown[0] = max(1, shown[0] // 2)
    low, size = _span(shown, strides, item)
    return {
        "kind": "array",
        "dtype": dtype,
        "shape": shape,
        "shown": shown,
        "strides": strides,
        "offset": -low,
        "data": data,
        "raw": at(data + low, size),
    }


def _span(shape: list[int], strides: list[int], item: int) -> tuple[int, int]:
    """The lowest offset an array of this shape touches, and how many bytes it spans."""
    if 0 in shape:
        return 0, 0
    ends = [(length - 1) * step for length, step in zip(shape, strides, strict=True)]
    low = sum(end for end in ends if end < 0)
    high = sum(end for end in ends if end > 0)
    return low, high - low + item
