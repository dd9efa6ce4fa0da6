"""What pandas' objects hold, as the recorder describes operands: facts, arrays, arrays that never change.

The core reads Series and tables by their blocks, and asks here what it can't know: what an index is, once, since
indexes never change, and columns that are no arrays of NumPy.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from numscope.probes.declaration import Blocks
from numscope.probes.pandas import adapter

Described = tuple[tuple[Any, ...], Any, tuple[Any, ...]]
# A table with more columns is described block by block: all columns of one type in one array. It is the core's number.
MOST_COLUMNS = 16
_MOST_LABELS = 64
_MOST_KEPT = 512
# By the identity that all views of an index share: pandas makes a view for each result.
_labelled: dict[object, tuple[tuple[str, ...], tuple[Any, ...]]] = {}
_indexes: dict[object, tuple[str, bool]] = {}
_dtypes: dict[object, str] = {}
_category_bytes: dict[object, int] = {}


def series(value: Any) -> Described:
    """Describe a Series: its name and index, and the array of its values."""
    values, name = value._values, value.name
    rows = value.index
    text, has_array = _index(rows)
    fixed = _index_arrays(rows) if has_array else ()
    facts = ("index", text) if name is None else ("name", str(name), "index", text)
    if type(values) is np.ndarray:
        return (*facts, "memory", values.nbytes), ("values", values), fixed
    held = adapter.arrays_of(values)
    return (*facts, *_kind(values), *_memory(_bytes(values, held))), held, fixed


def frame(value: Any) -> Described:
    """Describe a DataFrame: rows, columns and index, and an array a column."""
    rows = value.index
    facts, labels, has_arrays = _said_of_axes(value.columns, rows, _index(rows))
    parts: list[Any] = []
    sizes: list[int] = []
    for positions, values in adapter.blocks_of(value):
        if type(values) is not np.ndarray:
            for row, label in enumerate(_own(labels, positions)):
                further, arrays, size = _column(label, row, values)
                facts += further
                parts += arrays
                sizes.append(size)
            continue
        sizes.append(values.nbytes)
        if len(labels) > MOST_COLUMNS:
            parts += (f"{values.dtype} columns", values)
        else:
            _add_columns(parts, labels, positions, values)
    memory = _memory(sum(sizes) if min(sizes, default=0) >= 0 else -1)
    return (*facts, *memory), tuple(parts), _index_arrays(rows) if has_arrays else ()


def index(value: Any) -> Described:
    """Describe an Index of any kind."""
    text, has_array = _index(value)
    arrays = _index_arrays(value) if has_array else ()
    return ("index", text, *_memory(arrays[1].nbytes if arrays else -1)), (), arrays


def array(value: Any) -> Described:
    """Describe an extension array, such as a Categorical."""
    held = adapter.arrays_of(value)
    return ("length", len(value), *_kind(value), *_memory(_bytes(value, held))), held, ()


def grouped(value: Any) -> Described:
    """Describe a group-by or a window: what it works on, and by what."""
    # A window looks each missing attribute up among the columns of its table first.
    own = vars(value)
    keys = own.get("keys")
    facts = ("by", repr(keys)) if isinstance(keys, (str, list)) else ("window", repr(own.get("window")))
    return facts, adapter.selected(value), ()


def _say_of_series(value: Any) -> tuple[tuple[Any, ...], None, bool]:
    text, has_array = _said_of_index(value.index)
    name = value.name
    return ("index", text) if name is None else ("name", str(name), "index", text), None, has_array


def _say_of_frame(value: Any) -> tuple[tuple[Any, ...], tuple[str, ...], bool] | None:
    rows = value.index
    said = _said_of_axes(value.columns, rows, _said_of_index(rows))
    return said if len(said[1]) <= MOST_COLUMNS else None


def _column(name: str, row: int, values: Any) -> tuple[tuple[Any, ...], tuple[Any, ...], int]:
    """Return facts, arrays and bytes of a column that is no array of NumPy: of moments, a block may have many."""
    held = adapter.arrays_of(values if values.ndim == 1 else values[row])
    further = (f"{name}: {part}" if at % 2 == 0 else part for at, part in enumerate(held[2:]))
    return _column_facts(name, values), (name, held[1], *further) if held else (), _bytes(values, held)


def _bytes(values: Any, held: tuple[Any, ...]) -> int:
    """Return how many bytes a column takes that is no array of NumPy; -1: that would cost too much to find out.

    Not by `nbytes`: of intervals it takes 430 microseconds.
    """
    if not held:
        arrow = adapter.arrow_bytes(values)
        return -1 if arrow is None else arrow
    own = int(held[1].nbytes)
    if held[0] == "codes":
        return own + _bytes_of_categories(adapter.category_index(values))
    return own if len(held) == 2 else own + int(held[3].nbytes)


def _bytes_of_categories(categories: Any) -> int:
    identity = adapter.identity_of(categories)
    size = _category_bytes.get(identity)
    if size is None:
        size = int(categories.nbytes)
        _keep(_category_bytes, identity, size)
    return size


def _memory(size: int) -> tuple[Any, ...]:
    return () if size < 0 else ("memory", size)


def _add_columns(parts: list[Any], labels: tuple[str, ...], positions: Any, values: Any) -> None:
    """Append the name and the array of each column of a block.

    By number: an iterator over an array costs 0.5 microseconds, a row 0.08.
    """
    for row, label in enumerate(_own(labels, positions)):
        parts.append(label)
        parts.append(values[row])


def _kind(values: Any) -> tuple[Any, ...]:
    nulls = adapter.null_count(values)
    kind = ("dtype", _dtype_text(values.dtype))
    return kind if nulls is None else (*kind, "nulls", nulls)


def _column_facts(name: str, values: Any) -> tuple[Any, ...]:
    nulls = adapter.null_count(values)
    kind = (f"{name}: dtype", _dtype_text(values.dtype))
    return kind if nulls is None else (*kind, f"{name}: nulls", nulls)


def _own(labels: tuple[str, ...], positions: Any) -> Sequence[str]:
    """Return the labels of a block's columns."""
    return labels[positions] if type(positions) is slice else [labels[at] for at in positions]


def _labels(columns: Any) -> tuple[tuple[str, ...], tuple[Any, ...]]:
    """Return the labels of columns as text, and the facts that they are."""
    identity = adapter.identity_of(columns)
    kept = _labelled.get(identity)
    if kept is None:
        labels = tuple(map(str, columns))
        listed = ", ".join(labels[:_MOST_LABELS]) + (", ..." if len(labels) > _MOST_LABELS else "")
        kept = labels, ("columns", len(labels), "labels", listed, "label dtype", str(columns.dtype))
        _keep(_labelled, identity, kept)
    return kept


def _said_of_axes(
    columns: Any, rows: Any, index_said: tuple[str, bool]
) -> tuple[tuple[Any, ...], tuple[str, ...], bool]:
    """Return what the axes of a table say of it, its labels, and whether its index has an array."""
    labels, said = _labels(columns)
    text, has_array = index_said
    return ("rows", len(rows), *said, "index", text), labels, has_array


def _index(value: Any) -> tuple[str, bool]:
    """Return an index in words, and whether it has an array."""
    identity = adapter.identity_of(value)
    kept = _indexes.get(identity)
    if kept is None:
        kept = _said_of_index(value)
        _keep(_indexes, identity, kept)
    return kept


def _said_of_index(value: Any) -> tuple[str, bool]:
    numbers = adapter.range_of(value)
    if numbers is not None:
        return f"RangeIndex({numbers.start}, {numbers.stop}, {numbers.step})", False
    text = f"{type(value).__name__} of {len(value)}, {_dtype_text(value.dtype)}"
    return text, value.nlevels == 1 and bool(_index_arrays(value))


def _dtype_text(dtype: Any) -> str:
    """Return an element type as text: NumPy takes two microseconds to write one."""
    text = _dtypes.get(dtype)
    if text is None:
        text = str(dtype)
        _keep(_dtypes, dtype, text)
    return text


def _index_arrays(value: Any) -> tuple[Any, ...]:
    values = value._values
    if type(values) is np.ndarray:
        return "index", values
    held = adapter.arrays_of(values)
    return ("index", held[1]) if held else ()


def _keep(kept: dict[object, Any], identity: object, answer: Any) -> None:
    if identity is not None:
        if len(kept) >= _MOST_KEPT:
            kept.clear()
        kept[identity] = answer


# `.str`, `.dt` and their like, and `.loc` and its like: by what they belong to.
ACCESSOR = adapter.PARENT
INDEXER = adapter.INDEXED
SERIES = Blocks(
    **adapter.PLACES, name="_name", say=_say_of_series, column=_column, fixed=_index_arrays, otherwise=series
)
FRAME = Blocks(
    **adapter.PLACES, name="", say=_say_of_frame, column=_column, fixed=_index_arrays, otherwise=frame
)
