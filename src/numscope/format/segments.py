"""The segments of a process: where it records on while its oldest operations are dropped.

A process's shard is the folder ORDINAL-PID; segment N > 0 is the folder ORDINAL-PID.N beside it. What is dropped loses
its events first, so that whatever still has them has all the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from numscope.format.constants import Layout, number
from numscope.format.files import Folder
from numscope.format.streams import Stream

EVENTS = "events-0"
_SEGMENT = re.compile(r"(.+)\.([1-9]\d{0,9})", re.ASCII)
_RECORD = Layout("segment_record")
_KIND = number("RECORD_SEGMENT")


@dataclass(frozen=True)
class Segment:
    """Which segment it is.

    begun: operations that began in earlier ones. began_ns: when the first one began; 0: unknown.
    """

    number: int = 0
    begun: int = 0
    began_ns: int = 0


FIRST = Segment()


def place_of(name: str) -> tuple[str, int]:
    """Return the folder of the process that the folder called `name` is a segment of, and the segment's number."""
    match = _SEGMENT.fullmatch(name)
    return (match[1], int(match[2])) if match else (name, 0)


def grouped(names: Iterable[str]) -> dict[str, list[int]]:
    """Return the numbers of the segments that there are folders of, in order, by their process's folder."""
    found: dict[str, list[int]] = {}
    for name in names:
        process, segment = place_of(name)
        found.setdefault(process, []).append(segment)
    return {process: sorted(segments) for process, segments in found.items()}


def folder_of(process: str, segment: int) -> str:
    """Return the name of a segment's folder."""
    return f"{process}.{segment}" if segment else process


def has_events(folder: Folder) -> bool:
    """Return whether the folder of a segment has events, or had none to drop. Raises OSError."""
    return any(folder.has(EVENTS + suffix) for suffix in (".tail", ".log"))


def segment_of(events: Stream) -> Segment | None:
    """Return what the first record of `events` says of its segment; None if it is no segment's."""
    data = events.read(0, _RECORD.size)
    if len(data) < _RECORD.size:
        return None
    record = _RECORD.read(data)
    if (record.size, record.kind) != (_RECORD.size, _KIND):
        return None
    return Segment(record.number, min(record.begun, 2**62), min(record.began_ns, 2**62))
