"""Operations of a chunk that are alike, found column by column: what many of them need is then worked out once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from .chunk import Chunk

_MOST_CODES = 2**62


def groups(chunk: Chunk, fewest: int) -> Iterator[tuple[Any, Any]]:
    """Operations of one call whose operands have the same slots, if there are at least `fewest` of them.

    Their places in the chunk, ascending, and as many rows of operands, one column an operand. Operations that raised
    are in none.
    """
    columns = chunk.columns
    starts = columns["starts"]
    lengths = np.diff(starts)
    returned = np.ones(len(lengths), bool)
    returned[list(chunk.exceptions)] = False
    places = np.flatnonzero(returned)
    for called in alike([columns["calls"][places], lengths[places]], len(places)):
        if len(called) < fewest:
            continue
        called = places[called]
        rows = starts[called][:, None] + np.arange(lengths[called[0]])
        for members in alike(list(columns["slots"][rows].T), len(rows)):
            if len(members) >= fewest:
                yield called[members], rows[members]


def alike(columns: list[Any], rows: int) -> list[Any]:
    """The `rows` that have the same whole numbers in all columns, ascending, together."""
    codes, known = np.zeros(rows, np.int64), 1
    for column in columns if rows else []:
        numbers, wide = _from_zero(column)
        if wide == 1:
            continue
        if known * wide > _MOST_CODES:
            codes, known = _numbered(codes)
            numbers, wide = _numbered(numbers)
        codes, known = codes * wide + numbers, known * wide
    # NumPy sorts 16 bits in a tenth of the time.
    codes = codes.astype(np.min_scalar_type(known - 1))
    order = np.argsort(codes, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(codes[order])) + 1) if rows else []


def _from_zero(column: Any) -> tuple[Any, int]:
    """The numbers of a column less the lowest, and how many there may be."""
    low, high = int(column.min()), int(column.max())
    if high - low >= _MOST_CODES:
        return _numbered(column)
    return (column - column.dtype.type(low)).astype(np.int64), high - low + 1


def _numbered(column: Any) -> tuple[Any, int]:
    """For each row the number of its value among all, and how many there are."""
    values, numbers = np.unique(column, return_inverse=True)
    return numbers, len(values)
