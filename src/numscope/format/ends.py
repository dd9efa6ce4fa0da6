"""How a process's events stream ended: from the header of its tail or, once that is gone, from its last records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from numscope.format.constants import Layout, number
from numscope.format.streams import InFlight, Stream

_CLOSE, _STOPPED = Layout("close_record"), Layout("stopped_record")
_KINDS = {_CLOSE.name: number("RECORD_CLOSE"), _STOPPED.name: number("RECORD_STOPPED")}


@dataclass(frozen=True)
class StreamEnd:
    """What is known about a process's events as a whole; the fields of `struct tail_header`.

    stop_reason: enum stop_reason; 0: recorded to the end. recorder_ticks, seen_ticks: of a process that did not end
    properly, else 0.
    """

    first_ticks: int
    first_ns: int
    last_ticks: int
    last_ns: int
    next_sequence: int
    left_out: int
    stop_reason: int
    missing: int
    stopped_ns: int
    recorder_ticks: int = 0
    seen_ticks: int = 0
    in_flight: tuple[InFlight, ...] = ()


def find_end(stream: Stream) -> StreamEnd | None:
    """Return how the events in `stream` end; None if it has neither a tail nor a close record."""
    header = stream.header
    if header is not None:
        return StreamEnd(
            *_common(header),
            stop_reason=header.stopped or header.stop_reason,
            missing=header.missing,
            stopped_ns=header.stopped_ns,
            recorder_ticks=header.recorder_ticks,
            seen_ticks=header.seen_ticks,
            in_flight=header.in_flight,
        )
    close = _record_before(stream, len(stream), _CLOSE)
    if close is None:
        return None
    stopped = _record_before(stream, len(stream) - _CLOSE.size, _STOPPED)
    return StreamEnd(
        *_common(close),
        stop_reason=close.stop_reason,
        missing=0 if stopped is None else stopped.missing,
        stopped_ns=0 if stopped is None else stopped.stopped_ns,
    )


def _common(record: Any) -> tuple[int, int, int, int, int, int]:
    """The first six fields."""
    times = (record.first_ticks, record.first_ns, record.last_ticks, record.last_ns)
    return (*times, record.next_sequence, record.left_out)


def _record_before(stream: Stream, end: int, layout: Layout) -> Any:
    """The record of that layout that ends at byte `end`, or None."""
    data = stream.read(end - layout.size, layout.size) if end >= layout.size else b""
    if len(data) < layout.size:
        return None
    record = layout.read(data)
    return record if (record.size, record.kind) == (layout.size, _KINDS[layout.name]) else None
