"""What polars' objects hold: facts, and values where NumPy can show them without a copy.

Nothing is computed for it: counts of nulls and bytes are kept by polars. Of a column with nulls no values are
described: what stands in the place of a null is any number, a NaN too.
"""

from __future__ import annotations

from typing import Any

Described = tuple[tuple[Any, ...], tuple[Any, ...], tuple[Any, ...]]
# Of a table with more columns, only the facts of all together are described.
MOST_COLUMNS = 16
_MOST_CHUNKS = 4
_MOST_LABELS = 64
# How the names of types begin whose columns lie in memory as NumPy's do.
_VIEWED = ("Int", "UInt", "Float", "Datetime", "Duration", "Array")


def series(value: Any) -> Described:
    """Describe a Series: its name, type, nulls and memory, and the array of its values."""
    dtype = str(value.dtype)
    facts = ("name", value.name, "dtype", dtype, "length", value.len(), "nulls", value.null_count())
    return (*facts, "memory", value.estimated_size()), _arrays("values", value, dtype), ()


def frame(value: Any) -> Described:
    """Describe a DataFrame: rows, columns, types, nulls by column and memory, and an array a column."""
    height, width = value.shape
    columns = value.get_columns()
    labels = ", ".join(value.columns[:_MOST_LABELS]) + (", ..." if width > _MOST_LABELS else "")
    facts: tuple[Any, ...] = ("rows", height, "columns", width, "labels", labels)
    parts: tuple[Any, ...] = ()
    for column in columns[:MOST_COLUMNS]:
        name, dtype, nulls = column.name, str(column.dtype), column.null_count()
        facts += (f"{name}: dtype", dtype)
        if nulls:
            facts += (f"{name}: nulls", nulls)
        parts += _arrays(name, column, dtype)
    return (*facts, "memory", value.estimated_size()), parts, ()


def grouped(value: Any) -> Described:
    """Describe a group-by by what it works on."""
    facts, parts, fixed = frame(value.df)
    by = getattr(value, "by", None)
    return (*(("by", ", ".join(map(str, by))) if by else ()), *facts), parts, fixed


def lazy(value: Any) -> Described:
    """Describe a LazyFrame: that it is one. Its schema and its plan may have to be read from files."""
    return ("computed", "later, by collect"), (), ()


def expression(value: Any) -> Described:
    """Describe an expression by its text."""
    return ("expression", str(value)), (), ()


def _arrays(name: str, column: Any, dtype: str) -> tuple[Any, ...]:
    """Return (name, array) of each part of a column, where polars has it as NumPy would."""
    if not dtype.startswith(_VIEWED) or column.null_count():
        return ()
    count = column.n_chunks()
    if count > _MOST_CHUNKS:
        return ()
    try:
        if count == 1:
            return name, column.to_numpy(allow_copy=False)
        chunks = [one.to_numpy(allow_copy=False) for one in column.get_chunks()]
    except (RuntimeError, TypeError, ValueError):  # a type that polars has in another form
        return ()
    return tuple(part for at, chunk in enumerate(chunks) for part in (f"{name}, chunk {at}", chunk))
