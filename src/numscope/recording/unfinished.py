"""What a process has left in its shard: read from its streams, which the kernel kept however the process ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from numscope.format.constants import Layout, number
from numscope.format.ends import find_end
from numscope.format.files import Folder
from numscope.format.segments import FIRST, Segment, folder_of, grouped, has_events, segment_of
from numscope.format.streams import Progress, open_stream
from numscope.recording.core import load_core

_RECORD_HEADER = Layout("record_header")
_RECORD_VALUE = number("RECORD_VALUE")


@dataclass(frozen=True)
class _Part:
    """A segment that is kept."""

    folder: Folder
    segment: Segment
    end: Progress

    @property
    def operations(self) -> int:
        return self.end.next_sequence


@dataclass(frozen=True)
class Kept:
    """What is kept of a process that dropped operations while it ran, the last of them right before since_ns."""

    operations: int
    values: int
    dropped: int
    since_ns: int


def count_kept(shard: Path) -> Kept | None:
    """Return what is kept of a process; None if it dropped nothing."""
    parts = _parts(shard)
    dropped = since_ns = begun = 0
    for part in parts:
        if part.segment.begun > begun:
            dropped += part.segment.begun - begun
            since_ns = part.end.first_ns
        begun = part.segment.begun + part.operations
    if not dropped:
        return None
    kept = sum(part.operations for part in parts)
    return Kept(kept, sum(_count_values(part.folder) for part in parts), dropped, since_ns)


def count_unfinished(shard: Path) -> Mapping[str, int]:
    """Return the counters that the process would have written at its end, as far as its streams show them.

    running_ns: up to the last operation that was recorded.
    """
    parts = _parts(shard)
    values = sum(_count_values(part.folder) for part in parts) if parts else _count_values(Folder.at(shard))
    counted = {"values": values, "values_over_budget": 0}
    if not parts:
        return {**counted, "operations": 0, "stop_reason": 0}
    last, end = parts[-1], parts[-1].end
    ns_per_tick = _ns_per_tick(end)
    before_ns = end.first_ns - last.segment.began_ns if last.segment.number else 0
    return {
        **counted,
        "operations": last.segment.begun + last.operations,
        "stop_reason": end.stop_reason,
        "missing": end.missing,
        "stopped_ns": end.stopped_ns,
        "recorder_ns": int(end.recorder_ticks * ns_per_tick),
        "running_ns": before_ns + int(max(0, end.seen_ticks - end.first_ticks) * ns_per_tick)
        if end.recorder_ticks
        else 0,
    }


def _parts(shard: Path) -> list[_Part]:
    """Return the segments of the process that are kept, the oldest first; those without events are none."""
    numbers = grouped(path.name for path in shard.parent.glob(f"{shard.name}*"))[shard.name]
    found = []
    for segment in numbers:
        try:
            folder = Folder.at(shard.with_name(folder_of(shard.name, segment)))
        except FileNotFoundError:
            continue
        events = open_stream(folder, "events-0.log", "events-0.tail")
        end = find_end(events) if has_events(folder) else None
        known = segment_of(events) if segment else FIRST
        if end is not None and known is not None:
            found.append(_Part(folder, known, end))
    return found


def _ns_per_tick(end: Progress) -> float:
    """By the clock as it stands now: a process that was killed soon has read it only once."""
    ticks, ns = load_core().clocks()
    behind = ticks > end.first_ticks and ns > end.first_ns
    return (ns - end.first_ns) / (ticks - end.first_ticks) if behind else 0.0


def _count_values(folder: Folder) -> int:
    return sum(kind == _RECORD_VALUE for kind in _definition_kinds(folder))


def _definition_kinds(folder: Folder) -> Iterator[int]:
    stream = open_stream(folder, "definitions.log", "definitions.tail")
    data = stream.read(0, len(stream))
    position = 0
    while position + _RECORD_HEADER.size <= len(data):
        header = _RECORD_HEADER.read(data, position)
        if header.size < _RECORD_HEADER.size:
            return
        yield header.kind
        position += header.size
