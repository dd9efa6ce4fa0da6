"""Which operations of a long trace a report describes whole: those that someone is likely to look at."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from numscope.analysis.report.columns import Columns


def choose(columns: Columns, first: Iterable[int], most: int) -> list[int]:
    """Rows of at most `most` operations, in rising order.

    In this order while there is room: the rows in `first`, what raised or made NaN, the slowest and the first call of
    every place in the program, then user-visible operations from the start on, then all others.
    """
    visible = np.array([call["user_visible"] for call in columns.calls], bool)
    seen_by_user = visible[columns.call] if len(columns.call) else np.empty(0, bool)
    _, first_calls = np.unique(columns.call, return_index=True)
    by_time = np.lexsort((-columns.duration, columns.call))
    _, places = np.unique(columns.call[by_time], return_index=True)
    flagged = np.flatnonzero(columns.flags)
    wanted = (
        np.array(sorted(set(first)), np.int64),
        flagged[: most // 4],
        by_time[places][: most // 4],
        first_calls[: most // 4],
        np.flatnonzero(seen_by_user)[:most],
        np.arange(len(columns.ids))[:most],
    )
    order = np.concatenate(wanted)
    kept, places = np.unique(order, return_index=True)
    return sorted(kept[np.argsort(places)][:most].tolist())
