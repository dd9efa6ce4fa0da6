"""Tiles, windows or chunks that a rewritten program cuts in one reshape, where the first cuts them one by one.

A reshape alone cuts along the memory: tiles of a picture need an exchange of axes, too. It makes no new value, so
values part at the first step that is taken of each tile.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Any

import numpy as np

from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.diff.causes.makers import last_maker
from numscope.analysis.diff.causes.moved_otherwise import arrays_read, only_moves, same_steps
from numscope.analysis.diff.program_change import SourceChange
from numscope.trace import Operand, Operation, Trace

# What sums are rounded to, however the elements come.
_ROUNDED = 1e-9
_FEWEST_PIECES = 2

Array = Any


def cut_otherwise(parted: Operation, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program that cuts an array into other pieces than the first.

    parted: where values part. None unless the first takes the same step of each piece, of the shape of the last axes of
    the second's array, the elements of all pieces are the same, and the pieces are not.
    """
    read = [one for operation in same_steps(parted, first) for one in operation.inputs]
    pieces = [one for one in read if one.hash is not None and one.shape]
    for mine in arrays_read(parted):
        maker = last_maker(second, mine.hash or "", parted.id)
        if maker is None or maker.user_site is None or not only_moves(maker):
            continue
        if any(_are_others(stacked, theirs) for stacked, theirs in _cut_alike(mine, pieces)):
            site = maker.user_site
            return SourceChange(None, None, *site.place, ("", site.source.strip()))
    return None


def _cut_alike(mine: Operand, pieces: list[Operand]) -> Iterator[tuple[Array, Array]]:
    """Yield the pieces of an array and as many of the first program, of one shape, a row a piece."""
    shape = mine.shape or ()
    for axes in range(1, len(shape)):
        count, like = prod(shape[:axes]), [one for one in pieces if one.shape == shape[axes:]]
        if count < _FEWEST_PIECES or len(like) != count:
            continue
        arrays = [numbers_of(one) for one in (mine, *like)]
        if all(one is not None for one in arrays):
            yield arrays[0].reshape(count, -1), np.stack(arrays[1:]).reshape(count, -1)


def _are_others(mine: Array, theirs: Array) -> bool:
    """Return whether pieces have the same elements together, and other means each."""
    together = [np.sort(one, axis=None) for one in (mine, theirs)]
    means = [np.sort(one.mean(axis=1)) for one in (mine, theirs)]
    return _alike(*together) and not _alike(*means)


def _alike(one: Array, other: Array) -> bool:
    return bool(np.allclose(one, other, rtol=_ROUNDED, atol=0))
