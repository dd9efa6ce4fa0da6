"""What a process has left in its shard that did not end properly: read from its streams, which the kernel kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from numscope.format.constants import Layout, number
from numscope.format.ends import StreamEnd, find_end
from numscope.format.files import Folder
from numscope.format.streams import open_stream
from numscope.recording.core import load_core

_RECORD_HEADER = Layout("record_header")
_RECORD_VALUE = number("RECORD_VALUE")


def count_unfinished(shard: Path) -> Mapping[str, int]:
    """Return the counters that the process would have written at its end, as far as its streams show them.

    running_ns: up to the last operation that was recorded.
    """
    end = find_end(open_stream(Folder.at(shard), "events-0.log", "events-0.tail"))
    counted = {
        "values": sum(kind == _RECORD_VALUE for kind in _definition_kinds(shard)),
        "values_over_budget": 0,
    }
    if end is None:
        return {**counted, "operations": 0, "stop_reason": 0}
    ns_per_tick = _ns_per_tick(end)
    return {
        **counted,
        "operations": end.next_sequence,
        "stop_reason": end.stop_reason,
        "missing": end.missing,
        "stopped_ns": end.stopped_ns,
        "recorder_ns": int(end.recorder_ticks * ns_per_tick),
        "running_ns": int(max(0, end.seen_ticks - end.first_ticks) * ns_per_tick)
        if end.recorder_ticks
        else 0,
    }


def _ns_per_tick(end: StreamEnd) -> float:
    """By the clock as it stands now: a process that was killed soon has read it only once."""
    ticks, ns = load_core().clocks()
    behind = ticks > end.first_ticks and ns > end.first_ns
    return (ns - end.first_ns) / (ticks - end.first_ticks) if behind else 0.0


def _definition_kinds(shard: Path) -> Iterator[int]:
    stream = open_stream(Folder.at(shard), "definitions.log", "definitions.tail")
    data = stream.read(0, len(stream))
    position = 0
    while position + _RECORD_HEADER.size <= len(data):
        header = _RECORD_HEADER.read(data, position)
        if header.size < _RECORD_HEADER.size:
            return
        yield header.kind
        position += header.size
