"""How the elements of an array are spread."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

_BINS = 24
# Of a larger array evenly spaced elements are counted.
_MOST = 1_000_000


@dataclass(frozen=True)
class Histogram:
    """Counts in bins of equal width between `low` and `high`, of the finite elements. counted: how many these are."""

    low: float
    high: float
    counts: tuple[int, ...]
    counted: int


def histogram(array: Any) -> Histogram | None:
    """The histogram of an array of numbers; None of others, and where there are too few finite elements to spread."""
    if array.dtype.kind not in "iuf" or array.size < 3:
        return None
    flat = array.reshape(-1)[:: max(1, array.size // _MOST)]
    # Before the cast, which warns of signalling NaN, as memory that nobody filled may hold.
    flat = flat[np.isfinite(flat)].astype(np.float64)
    if flat.size < 3:
        return None
    low, high = float(flat.min()), float(flat.max())
    if not low < high or not np.isfinite(high - low):
        return None
    # Equal width, found by arithmetic: numpy.histogram refuses ranges that its bins can't divide.
    places = np.minimum(((flat - low) / (high - low) * _BINS).astype(np.int64), _BINS - 1)
    return Histogram(low, high, tuple(np.bincount(places, minlength=_BINS).tolist()), int(flat.size))
