"""Columns of Arrow tables as NumPy arrays.

pyarrow's own way there, and its `fill_null`, import pandas where that is installed: a fifth of a second, longer than
replaying ten thousand small operations takes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa


def numbers(column: Any, missing: float = 0) -> Any:
    """A column of numbers or truth values, with `missing` for nulls."""
    if not len(column):  # to combine no chunks at all imports pandas, too
        return np.empty(0, column.type.to_pandas_dtype())
    array = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    there = slice(array.offset, array.offset + len(array))
    validity, data = array.buffers()
    if pa.types.is_boolean(array.type):
        found = _bits(data, there)
    else:
        found = np.frombuffer(data or b"", array.type.to_pandas_dtype())[there]
    return np.where(_bits(validity, there), found, found.dtype.type(missing)) if array.null_count else found


def pieces(column: Any) -> tuple[Any, Any, Any, Any]:
    """Of a column of bytes which rows are not null, where in its bytes each begins, its size, and the bytes."""
    array = column.combine_chunks()
    validity, ends, data = array.buffers()
    there = slice(array.offset, array.offset + len(array))
    held = _bits(validity, there) if array.null_count else np.ones(len(array), bool)
    begins = np.frombuffer(ends or bytes(4), np.int32)[array.offset : array.offset + len(array) + 1].astype(
        np.int64
    )
    return held, begins[:-1], np.diff(begins), np.frombuffer(data or b"", np.uint8)


def _bits(buffer: Any, there: slice) -> Any:
    return np.unpackbits(np.frombuffer(buffer or b"", np.uint8), bitorder="little")[there].astype(bool)
