"""Which operations of a long trace a report describes whole: those that someone is likely to look at."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from numscope.analysis.report.columns import Columns, first_places

_TWO_BYTES = 1 << 16


def choose(columns: Columns, first: Iterable[int], most: int) -> list[int]:
    """Rows of at most `most` operations, in rising order.

    In this order while there is room: the rows in `first`, what raised or made NaN, the slowest and the first call of
    every place in the program, then user-visible operations from the start on, then all others.
    """
    visible = np.array([call["user_visible"] for call in columns.calls], bool)
    seen_by_user = visible[columns.call] if len(columns.call) else np.empty(0, bool)
    flagged = np.flatnonzero(columns.flags)
    wanted = (
        np.array(sorted(set(first)), np.int64),
        flagged[: most // 4],
        _slowest(columns)[: most // 4],
        first_places(columns.call)[: most // 4],
        np.flatnonzero(seen_by_user)[:most],
        np.arange(len(columns.ids))[:most],
    )
    order = np.concatenate(wanted)
    kept, places = np.unique(order, return_index=True)
    return sorted(kept[np.argsort(places)][:most].tolist())


def _slowest(columns: Columns) -> Any:
    """The row of the slowest operation of each call, the first one of equals."""
    if not len(columns.call):
        return np.empty(0, np.int64)
    # Of numbers with two bytes the order is found without comparisons: a tenth of the time.
    small = len(columns.calls) <= _TWO_BYTES
    by_call = np.argsort(columns.call.astype(np.uint16) if small else columns.call, kind="stable")
    starts = np.searchsorted(columns.call[by_call], np.arange(len(columns.calls)))
    duration = columns.duration[by_call]
    longest = np.maximum.reduceat(duration, starts)
    slowest = np.flatnonzero(duration == longest[columns.call[by_call]])
    return by_call[slowest[first_places(columns.call[by_call[slowest]])]]
