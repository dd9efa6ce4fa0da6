"""Decoded columns wrapped as Arrow arrays, without copying."""

from __future__ import annotations

from typing import Any, TypeAlias

import pyarrow as pa

from numscope._decode import Column

# Columns by name, and row counts by the name of what is counted.
Columns: TypeAlias = dict[str, Column | int]


def buffer(columns: Columns, name: str) -> Any:
    """The bytes of column `name` as an Arrow buffer."""
    column = columns[name]
    assert isinstance(column, Column)
    return pa.py_buffer(column)


def count(columns: Columns, name: str) -> int:
    """The row count called `name`."""
    number = columns[name]
    assert isinstance(number, int)
    return number


def numbers(columns: Columns, name: str, kind: Any, rows: int, valid: str | None = None) -> Any:
    """A column of fixed-width numbers; `valid` names the column of its validity bits."""
    bits = None if valid is None else buffer(columns, valid)
    return pa.Array.from_buffers(kind, rows, [bits, buffer(columns, name)])


def texts(columns: Columns, name: str, rows: int, kind: Any = None, nullable: bool = False) -> Any:
    """A column of texts, or of bytes when `kind` says so: NAME or NAME_text, NAME_offsets, NAME_valid."""
    bits = buffer(columns, f"{name}_valid") if nullable else None
    data = buffer(columns, name if name in columns else f"{name}_text")
    return pa.Array.from_buffers(kind or pa.string(), rows, [bits, buffer(columns, f"{name}_offsets"), data])


def lists(columns: Columns, name: str, offsets: str, rows: int) -> Any:
    """A column of lists of int64."""
    bounds = pa.Array.from_buffers(pa.int32(), rows + 1, [None, buffer(columns, offsets)])
    size = len(buffer(columns, name)) // 8
    return pa.ListArray.from_arrays(bounds, numbers(columns, name, pa.int64(), size))


def behind_nothing(array: Any) -> Any:
    """`array` with a null in front: ids count from 1, and 0 means none."""
    return pa.concat_arrays([pa.nulls(1, array.type), array])
