"""What pyarrow's objects hold: facts, and values in their own buffers, without a copy.

Of an array with nulls no values are described if they are floating-point numbers: what stands in the place of a null
is any number, a NaN too. Counts of nulls are kept by pyarrow, or counted once for an array.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Described = tuple[tuple[Any, ...], tuple[Any, ...], tuple[Any, ...]]
MOST_COLUMNS = 16
_MOST_CHUNKS = 4
_MOST_LABELS = 64
# Arrow's names of types whose elements lie in one buffer as NumPy's do.
_DTYPES: dict[str, np.dtype[Any]] = {
    **{f"{sign}int{bits}": np.dtype(f"{sign}int{bits}") for sign in ("", "u") for bits in (8, 16, 32, 64)},
    "halffloat": np.dtype("float16"),
    "float": np.dtype("float32"),
    "double": np.dtype("float64"),
    **{f"timestamp[{unit}]": np.dtype(f"datetime64[{unit}]") for unit in ("s", "ms", "us", "ns")},
    **{f"duration[{unit}]": np.dtype(f"timedelta64[{unit}]") for unit in ("s", "ms", "us", "ns")},
}


def array(value: Any) -> Described:
    """Describe an Array: type, length and nulls, and its values."""
    kind = str(value.type)
    return ("type", kind, "length", len(value), "nulls", value.null_count), _values("values", value, kind), ()


def chunked(value: Any) -> Described:
    """Describe a ChunkedArray: type, length, nulls and chunks, and the values of each chunk."""
    kind = str(value.type)
    facts = ("type", kind, "length", len(value), "nulls", value.null_count, "chunks", value.num_chunks)
    return facts, _chunks("values", value, kind), ()


def table(value: Any) -> Described:
    """Describe a Table or a RecordBatch: rows, columns, types, nulls by column, and the values of columns."""
    names, columns = value.schema.names, value.columns
    labels = ", ".join(names[:_MOST_LABELS]) + (", ..." if len(names) > _MOST_LABELS else "")
    facts: tuple[Any, ...] = ("rows", value.num_rows, "columns", len(names), "labels", labels)
    parts: tuple[Any, ...] = ()
    for name, column in list(zip(names, columns, strict=True))[:MOST_COLUMNS]:
        kind = str(column.type)
        facts += (f"{name}: type", kind)
        if column.null_count:
            facts += (f"{name}: nulls", column.null_count)
        parts += (_chunks if hasattr(column, "chunks") else _values)(name, column, kind)
    return facts, parts, ()


def _chunks(name: str, value: Any, kind: str) -> tuple[Any, ...]:
    count = value.num_chunks
    if kind not in _DTYPES or not 0 < count <= _MOST_CHUNKS:
        return ()
    if count == 1:
        return _values(name, value.chunk(0), kind)
    parts = (_values(f"{name}, chunk {at}", value.chunk(at), kind) for at in range(count))
    return tuple(one for part in parts for one in part)


def _values(name: str, value: Any, kind: str) -> tuple[Any, ...]:
    """Return (name, array over the values' own memory); (): they lie in another form, or not in this memory."""
    dtype = _DTYPES.get(kind)
    if dtype is None or (dtype.kind == "f" and value.null_count):
        return ()
    buffer = value.buffers()[1]
    if buffer is None or not buffer.is_cpu:
        return ()
    return name, np.frombuffer(buffer, dtype, len(value), value.offset * dtype.itemsize)
