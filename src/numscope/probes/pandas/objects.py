"""What pandas' objects hold, as the recorder describes operands: facts, arrays, arrays that never change.

Called for each operand of each recorded call: what is said of an index is kept, since indexes never change.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from numscope.probes.pandas import adapter

Described = tuple[tuple[Any, ...], tuple[Any, ...], tuple[Any, ...]]
# A table with more columns is described block by block: all columns of one type in one array.
MOST_COLUMNS = 16
_MOST_LABELS = 64
_MOST_KEPT = 512
# By the identity that all views of an index share: pandas makes a view for each result.
_labelled: dict[object, tuple[tuple[str, ...], str]] = {}
_indexes: dict[object, tuple[str, bool]] = {}
_frames: dict[object, tuple[tuple[Any, ...], tuple[str, ...], bool]] = {}


def series(value: Any) -> Described:
    """Describe a Series: its name and index, and the array of its values."""
    values, name = value._values, value.name
    text, fixed = _index(value.index)
    facts = ("index", text) if name is None else ("name", str(name), "index", text)
    if type(values) is np.ndarray:
        return facts, ("values", values), fixed
    return facts + _kind(values), adapter.arrays_of(values), fixed


def frame(value: Any) -> Described:
    """Describe a DataFrame: rows, columns and index, and an array a column."""
    rows = value.index
    facts, labels, has_arrays = _frame(value.columns, rows)
    parts: list[Any] = []
    for positions, values in adapter.blocks_of(value):
        if type(values) is not np.ndarray:
            facts += _column_facts(labels, positions, values)
            parts += _column_arrays(labels, positions, values)
        elif len(labels) > MOST_COLUMNS:
            parts += (f"{values.dtype} columns", values)
        else:
            _add_columns(parts, labels, positions, values)
    return facts, tuple(parts), _index_arrays(rows) if has_arrays else ()


def index(value: Any) -> Described:
    """Describe an Index of any kind."""
    text, fixed = _index(value)
    return ("index", text), (), fixed


def array(value: Any) -> Described:
    """Describe an extension array, such as a Categorical."""
    return ("length", len(value), *_kind(value)), adapter.arrays_of(value), ()


def grouped(value: Any) -> Described:
    """Describe a group-by or a window: what it works on, and by what."""
    keys = getattr(value, "keys", None)
    said = table(adapter.selected(value))
    facts = (
        ("by", repr(keys))
        if isinstance(keys, (str, list))
        else ("window", repr(getattr(value, "window", None)))
    )
    return facts + said[0], said[1], said[2]


def accessor(value: Any) -> Described:
    """Describe `.str`, `.dt` and their like by what they belong to."""
    return table(value._parent)


def indexer(value: Any) -> Described:
    """Describe `.loc` and its like by what they belong to."""
    return table(value.obj)


def table(value: Any) -> Described:
    """Describe an object of any of these kinds."""
    if hasattr(value, "_mgr"):
        return frame(value) if value.ndim == 2 else series(value)
    return index(value) if hasattr(value, "names") else array(value)


def _add_columns(parts: list[Any], labels: tuple[str, ...], positions: Any, values: Any) -> None:
    """Append the name and the array of each column of a block.

    By number: an iterator over an array costs 0.5 microseconds, a row 0.08.
    """
    own = labels[positions] if type(positions) is slice else [labels[at] for at in positions]
    for row, label in enumerate(own):
        parts.append(label)
        parts.append(values[row])


def _kind(values: Any) -> tuple[Any, ...]:
    nulls = adapter.null_count(values)
    kind = ("dtype", str(values.dtype))
    return kind if nulls is None else (*kind, "nulls", nulls)


def _column_facts(labels: tuple[str, ...], positions: Any, values: Any) -> tuple[Any, ...]:
    name = _label_at(labels, positions)
    nulls = adapter.null_count(values)
    kind = (f"{name}: dtype", str(values.dtype))
    return kind if nulls is None else (*kind, f"{name}: nulls", nulls)


def _column_arrays(labels: tuple[str, ...], positions: Any, values: Any) -> tuple[Any, ...]:
    name = _label_at(labels, positions)
    held = adapter.arrays_of(values)
    further = (f"{name}: {part}" if at % 2 == 0 else part for at, part in enumerate(held[2:]))
    return (name, held[1], *further) if held else ()


def _label_at(labels: tuple[str, ...], positions: Any) -> str:
    return labels[positions.start if type(positions) is slice else int(positions[0])]


def _labels(columns: Any) -> tuple[tuple[str, ...], str]:
    """Return the labels of columns as text, and what they are."""
    identity = adapter.identity_of(columns)
    kept = _labelled.get(identity)
    if kept is None:
        kept = tuple(map(str, columns)), str(columns.dtype)
        _keep(_labelled, identity, kept)
    return kept


def _frame(columns: Any, rows: Any) -> tuple[tuple[Any, ...], tuple[str, ...], bool]:
    """Return what the axes of a table say of it, its labels, and whether its index has an array."""
    identities = adapter.identity_of(columns), adapter.identity_of(rows)
    kept = _frames.get(identities)
    if kept is None:
        kept = _said_of_axes(columns, rows)
        _keep(_frames, None if None in identities else identities, kept)
    return kept


def _said_of_axes(columns: Any, rows: Any) -> tuple[tuple[Any, ...], tuple[str, ...], bool]:
    labels, label_dtype = _labels(columns)
    text, arrays = _index(rows)
    shape = ("rows", len(rows), "columns", len(columns))
    labelled = ("labels", _listed(labels), "label dtype", label_dtype)
    return (*shape, *labelled, "index", text), labels, bool(arrays)


def _listed(labels: tuple[str, ...]) -> str:
    more = ", ..." if len(labels) > _MOST_LABELS else ""
    return ", ".join(labels[:_MOST_LABELS]) + more


def _index(value: Any) -> tuple[str, tuple[Any, ...]]:
    """Return an index in words, and its array."""
    identity = adapter.identity_of(value)
    kept = _indexes.get(identity)
    if kept is None:
        kept = _said_of_index(value)
        _keep(_indexes, identity, kept)
    text, has_arrays = kept
    return text, _index_arrays(value) if has_arrays else ()


def _said_of_index(value: Any) -> tuple[str, bool]:
    kind = type(value).__name__
    if kind == "RangeIndex":
        return f"RangeIndex({value.start}, {value.stop}, {value.step})", False
    return f"{kind} of {len(value)}, {value.dtype}", value.nlevels == 1 and bool(_index_arrays(value))


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
