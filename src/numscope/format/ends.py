"""How a process's events stream ended: from the header of its tail or, once that is gone, from its last records."""

from __future__ import annotations

from typing import Any

from numscope.format.constants import Layout, number
from numscope.format.streams import Progress, Stream

_CLOSE, _STOPPED = Layout("close_record"), Layout("stopped_record")
_KINDS = {_CLOSE.name: number("RECORD_CLOSE"), _STOPPED.name: number("RECORD_STOPPED")}
_IN_CLOSE = (
    *("first_ticks", "first_ns", "last_ticks", "last_ns"),
    *("next_sequence", "left_out", "stop_reason"),
)


def find_end(stream: Stream) -> Progress | None:
    """Return how the events in `stream` end; None if it has neither a tail nor a close record."""
    if stream.header is not None:
        return stream.header.progress
    close = _record_before(stream, len(stream), _CLOSE)
    if close is None:
        return None
    known = {name: getattr(close, name) for name in _IN_CLOSE}
    stopped = _record_before(stream, len(stream) - _CLOSE.size, _STOPPED)
    if stopped is not None:
        known |= {"missing": stopped.missing, "stopped_ns": stopped.stopped_ns}
    return Progress(**known)


def _record_before(stream: Stream, end: int, layout: Layout) -> Any:
    """The record of that layout that ends at byte `end`, or None."""
    data = stream.read(end - layout.size, layout.size) if end >= layout.size else b""
    if len(data) < layout.size:
        return None
    record = layout.read(data)
    return record if (record.size, record.kind) == (layout.size, _KINDS[layout.name]) else None
