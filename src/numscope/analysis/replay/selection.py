"""Which operations of a trace are replayed, and in which pieces."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from numscope.operations.traits import Trait
from numscope.trace import Trace
from numscope.trace.arrow_columns import numbers

_MOST_OPERATIONS = 20_000
_MOST_BYTES = 64 << 20

_COLUMNS = """
    select id, call, bytes_in + bytes_out as bytes, coalesce(duration_ns, 0) as duration,
        exception is not null as raised
"""


@dataclass(frozen=True)
class Some:
    """Operations in the order of their ids, in columns.

    seconds: what they took when they were recorded; longest: the longest of them.
    """

    ids: Any
    calls: Any
    raised: Any
    seconds: float
    longest: float


class Chosen:
    """The outermost operations, or those of another view. traits: of the trace's calls."""

    def __init__(self, trace: Trace, traits: list[int], view: str | None) -> None:
        self._trace, self._view = trace, view
        self._framed = any(number & Trait.FRAME for number in traits)

    @cached_property
    def _all(self) -> dict[str, Any]:
        if self._view is not None:
            return self._ask(self._view)
        # Without frames to be looked through, DuckDB need not look for parents.
        return self._ask("outermost_operations" if self._framed else "called_operations where depth = 0")

    def _ask(self, which: str, parameters: list[Any] | None = None) -> dict[str, Any]:
        rows = self._trace.ask(f"{_COLUMNS} from {which}", parameters)
        order = np.argsort(numbers(rows["id"]), kind="stable")
        return {name: numbers(rows[name])[order] for name in rows.column_names}

    def between(self, first: int, last: int) -> Some:
        """Those with ids from `first` to `last`; one that is asked for by its number may be an inner one."""
        if first == last:
            columns, part = self._ask("recorded_operations where id = ?", [first]), slice(None)
        else:
            columns = self._all
            part = slice(*np.searchsorted(columns["id"], [first, last + 1]).tolist())
        durations = columns["duration"][part] / 1e9
        longest = float(durations.max(initial=0.0))
        return Some(
            columns["id"][part],
            columns["call"][part],
            columns["raised"][part],
            float(durations.sum()),
            longest,
        )

    def pieces(self) -> list[tuple[int, int, int]]:
        """(first id, last id, operations) of each piece: some thousand operations, some dozen megabytes."""
        ids, taken = self._all["id"], np.cumsum(self._all["bytes"])
        found = []
        start = 0
        while start < len(ids):
            before = taken[start - 1] if start else 0
            stop = int(np.searchsorted(taken, before + _MOST_BYTES, "right"))
            stop = min(max(stop, start + 1), start + _MOST_OPERATIONS, len(ids))
            found.append((int(ids[start]), int(ids[stop - 1]), stop - start))
            start = stop
        return found
