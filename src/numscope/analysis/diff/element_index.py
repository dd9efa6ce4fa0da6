"""Which elements stand in which arrays of a run: whether an array is a part of one of them, or put together of some."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

Array = Any

# Sums round by the size of what they add: of so many elements the largest tells this size, of fewer each its own.
_FEWEST_OF_A_SIZE = 8
# Of an array with fewer distinct elements for each of its elements, the order has to be the same as well: the shares of
# seven neighbours, or marks from one to five, are in any array of such.
_LEAST_DISTINCT = 0.5


class ElementIndex:
    """The distinct elements of one-dimensional `arrays`, and numbers that were made one by one, `singles`, in time.

    Each with how often its array has it, or how often it was made.
    """

    def __init__(self, arrays: Iterable[Array], singles: Array) -> None:
        self._arrays = list(arrays)
        self._singles = singles
        parts = [np.unique(array, return_counts=True) for array in self._arrays]
        numbers, often = np.unique(singles, return_counts=True)
        parts += zip(numbers.reshape(-1, 1), often.reshape(-1, 1), strict=True)
        numbers = np.concatenate([np.empty(0), *(part[0] for part in parts)])
        order = np.argsort(numbers, kind="stable")
        self._distinct = np.array([len(part[0]) for part in parts], np.int64)
        self._numbers = numbers[order]
        self._counts = np.concatenate([np.empty(0, np.int64), *(part[1] for part in parts)])[order]
        self._owners = np.repeat(np.arange(len(parts)), self._distinct)[order]

    def has(self, array: Array, tolerance: float) -> bool:
        """Return whether one array has all elements of `array`, or arrays without others make them up together.

        Each as often as there: zeros around a picture are in no picture. tolerance: as a share of the elements' size.
        """
        elements = array.ravel()
        wanted, often = np.unique(elements, return_counts=True)
        size = np.abs(wanted)
        margin = tolerance * (size.max() if len(wanted) >= _FEWEST_OF_A_SIZE else size)
        low = np.searchsorted(self._numbers, wanted - margin, "left")
        high = np.searchsorted(self._numbers, wanted + margin, "right")
        if (high <= low).any():
            return False
        which = np.repeat(np.arange(len(wanted)), high - low)
        places = np.arange(len(which)) + np.repeat(low - np.cumsum(high - low) + (high - low), high - low)
        owners, counts = self._owners[places], self._counts[places]
        return self._in_one(elements, tolerance, owners[counts >= often[which]], len(wanted)) or (
            self._of_several(array, tolerance, often, which, owners, counts)
        )

    def _in_one(self, elements: Array, tolerance: float, owners: Array, distinct: int) -> bool:
        found = np.flatnonzero(np.bincount(owners, minlength=len(self._distinct)) >= distinct)
        if distinct >= _LEAST_DISTINCT * len(elements):
            return bool(len(found))
        return any(_in_order(elements, self._arrays[owner], tolerance) for owner in found.tolist())

    def _of_several(
        self, array: Array, tolerance: float, often: Array, which: Array, owners: Array, counts: Array
    ) -> bool:
        """Return whether the arrays all of whose elements are wanted have each of these as often as it is wanted."""
        fits = (counts <= often[which]) | (owners >= len(self._arrays))
        whole = np.bincount(owners[fits], minlength=len(self._distinct)) == self._distinct
        # But for one number, as zeros around a picture.
        if len(often) - 1 < _LEAST_DISTINCT * (array.size - often.max()):
            for owner in np.flatnonzero(whole[: len(self._arrays)]).tolist():
                whole[owner] = _in_a_row(self._arrays[owner], array, tolerance)
            if not _in_order(array.ravel(), self._singles, tolerance):
                whole[len(self._arrays) :] = False
        used = fits & whole[owners]
        return bool((np.bincount(which[used], counts[used], len(often)) >= often).all())


def _in_order(elements: Array, array: Array, tolerance: float) -> bool:
    """Return whether an array has `elements` in their order, with others between them or without."""
    left = iter(array.tolist())
    return all(
        any(abs(one - element) <= tolerance * abs(element) for one in left) for element in elements.tolist()
    )


def _in_a_row(piece: Array, array: Array, tolerance: float) -> bool:
    """Return whether an array holds a one-dimensional piece as it is, along its last axis or its first."""
    return any(_holds(flat, piece, tolerance) for flat in (array.ravel(), array.T.ravel()))


def _holds(flat: Array, piece: Array, tolerance: float) -> bool:
    starts = np.arange(max(0, flat.size - piece.size + 1))
    for place, element in enumerate(piece.tolist()):
        if not starts.size:
            break
        starts = starts[np.abs(flat[starts + place] - element) <= tolerance * abs(element)]
    return bool(starts.size)
