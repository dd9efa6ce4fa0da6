"""How many samples the model was given, at any moment of a run."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from typing import Any

from numscope.trace import Trace

_GIVEN = """
    select call.id, call.process, call.thread, call.time_ns, p.shape, r.shape as returned
    from module_calls call join module_operands p on p.operation = call.id
        left join module_operands r on r.operation = call.id and r.role = 'returned' and r.item = 1
    where not call.met and call.module = '' and p.role = 'given' and p.item = 1
    order by call.time_ns
"""


class Batches:
    """The first tensor that each call of a whole model was given, its first axis being that of the samples."""

    def __init__(self, trace: Trace) -> None:
        self._calls: dict[tuple[int, int], list[dict[str, Any]]] = {}
        for row in trace.ask(_GIVEN).to_pylist():
            self._calls.setdefault((row["process"], row["thread"]), []).append(row)

    def size(self, row: Mapping[str, Any]) -> int | None:
        """Return how many samples the model had been given when an operation ran; None: no tensor of several axes.

        row: the operation's process, thread and time_ns.
        """
        call = self._call(row)
        return None if call is None else int(call["shape"][0])

    def size_by_row(self, row: Mapping[str, Any]) -> int | None:
        """Return the same where the model returns a row of numbers for each sample: then the axis is certain."""
        call = self._call(row)
        if call is None or len(call["returned"] or ()) != 2 or call["returned"][0] != call["shape"][0]:
            return None
        return int(call["shape"][0])

    def _call(self, row: Mapping[str, Any]) -> dict[str, Any] | None:
        calls = self._calls.get((row["process"], row["thread"]), [])
        place = bisect_right(calls, row["time_ns"], key=lambda call: call["time_ns"])
        call = calls[place - 1] if place else None
        return call if call is not None and len(call["shape"] or ()) > 1 else None
