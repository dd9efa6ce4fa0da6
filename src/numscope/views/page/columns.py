"""Columns of integers as bytes that compress well and that a page reads fast.

Layout: the lowest bytes of all numbers, then the next ones, for as many as the largest number needs, little end first.
Differences, where asked for, are of each number to the one before; numbers below zero make the column zigzag
(0, -1, 1, -2 ... as 0, 1, 2, 3 ...).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from numscope.errors import TraceError

# Numbers that JavaScript holds exactly.
_LARGEST = 2**53


@dataclass(frozen=True)
class EncodedColumn:
    """A column's bytes, and what it takes to read them."""

    data: bytes
    count: int
    width: int
    differences: bool
    signed: bool


def encode_column(numbers: Any, differences: bool = False) -> EncodedColumn:
    """`numbers` as bytes. differences: whether they lie close to their neighbours.

    Raises TraceError for numbers beyond 2**53, which a page can't hold exactly and no recorder writes.
    """
    values = np.asarray(numbers, np.int64)
    if len(values) and max(abs(int(values.min())), abs(int(values.max()))) >= _LARGEST:
        raise TraceError("The trace is damaged: a time or number of an operation is beyond 2**53.")
    if differences:
        values = np.diff(values, prepend=np.int64(0))
    signed = bool(len(values)) and int(values.min()) < 0
    if signed:
        values = (values << 1) ^ (values >> 63)
    largest = int(values.max()) if len(values) else 0
    width = max(1, (largest.bit_length() + 7) // 8)
    planes = values.astype("<i8").view(np.uint8).reshape(-1, 8)[:, :width].T
    return EncodedColumn(np.ascontiguousarray(planes).tobytes(), len(values), width, differences, signed)
