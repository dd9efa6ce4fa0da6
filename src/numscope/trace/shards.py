"""One process's shard of a raw trace: its files, its clock, and who wrote it."""

from __future__ import annotations

import json
import re
import time
from dataclasses import dataclass, replace
from typing import Any

from numscope.format.constants import words
from numscope.format.ends import find_end
from numscope.format.files import Folder, RefusedFileError
from numscope.format.names import FACTS, PROCESSES
from numscope.format.running import may_run
from numscope.format.segments import FIRST, Segment, folder_of, grouped, has_events, segment_of
from numscope.format.streams import InFlight, Progress, Stream, open_stream

_STOP_REASONS = (None, *words("stop_reason", "STOP_")[1:])
_EVENTS = re.compile(r"(events-.*)\.(?:log|tail)", re.DOTALL)
_PROCESS = re.compile(r"[\w.-]+", re.ASCII)
_MOST_BYTES = 16 << 20
_MOST_LOOKS = 5


@dataclass(frozen=True)
class Clock:
    """How the process's time-stamp counter turns into nanoseconds since the Unix epoch.

    span: ticks between the two readings that it rests on; the more, the better it is known.
    """

    first_ticks: int
    first_ns: int
    ns_per_tick: float
    span: int = 0

    def at(self, ticks: int) -> int:
        """Return the time at a reading of the counter."""
        return self.first_ns + round((ticks - self.first_ticks) * self.ns_per_tick)


_UNREAD = Clock(0, 0, 1.0)
# Two readings of one counter by two processes differ by less, but for a moment of another program between them.
_ONE_CLOCK_NS = 50_000_000


@dataclass(frozen=True)
class EventsEnd:
    """What is known about a process's events as a whole, from the tail header or the close record.

    missing: operations seen after recording had stopped early, which was at stopped_ns.
    """

    clock: Clock
    left_out: int
    stop_reason: int
    in_flight: tuple[InFlight, ...]
    missing: int = 0
    stopped_ns: int = 0
    last_ns: int = 0


@dataclass(frozen=True)
class Place:
    """Where a shard stands among those of its trace.

    number: of the process, from 0. row: in the table of processes; other than the number for all but a process's oldest
    segment. last: nothing of the process comes after it. passing: it may be removed while it is read.
    """

    number: int
    row: int
    segment: int = 0
    last: bool = True
    passing: bool = False


class Shard:
    """The files of one process, or of one segment of it, as they stood when this was made.

    home: the folder that says who the process is. problems: sentences about what could not be read.
    """

    def __init__(self, directory: Folder, home: Folder, place: Place) -> None:
        self.directory, self.home, self.place = directory, home, place
        self.name = directory.path.name
        self.number, self.row = place.number, place.row
        self.problems: list[str] = []
        self.process = self._read_process()
        # Events first: whatever they refer to was defined before they were written.
        self.events = [self._open(stem) for stem in self._event_stems()]
        self.definitions = self._open("definitions")
        self.values = self._open("values", ".pack")
        self.end = self._find_end()
        self.segment = self._find_segment()

    def times(self) -> tuple[object, object]:
        """Return when it began, and when it ended; None: it has not, or not in an orderly way."""
        began = self.end.clock.first_ns if self.segment.number else self.process.get("started_ns")
        return began, self.process.get("ended_ns") if self.place.last else self.end.last_ns

    def is_there(self) -> bool:
        """Return whether all of it was there while it was opened: what is dropped loses its events first."""
        return not self.place.segment or (self.segment is not FIRST and has_events(self.directory))

    def running(self) -> bool:
        """Whether the process that writes this shard may still be alive."""
        return may_run(self.process)

    def unchanged(self) -> bool:
        """Whether the files are still as long as they were when this was made."""
        again = Shard(self.directory, self.home, self.place)
        mine = [len(stream) for stream in (*self.events, self.definitions, self.values)]
        return mine == [len(stream) for stream in (*again.events, again.definitions, again.values)]

    def _read_process(self) -> dict[str, Any]:
        path = self.home.path / FACTS
        try:
            process = json.loads(self.home.read(path.name, _MOST_BYTES).decode())
        except FileNotFoundError:
            return {}
        except RefusedFileError:
            raise
        except (OSError, ValueError, RecursionError) as error:
            self.problems.append(f"{path} can't be read: {error}")
            return {}
        if isinstance(process, dict):
            return process
        self.problems.append(f"{path} holds no object")
        return {}

    def _event_stems(self) -> list[str]:
        found = (_EVENTS.fullmatch(name) for name in self.directory.names())
        return sorted({match[1] for match in found if match}, key=lambda stem: (len(stem), stem))

    def _open(self, stem: str, suffix: str = ".log") -> Stream:
        stream = open_stream(self.directory, stem + suffix, stem + ".tail", self.place.passing)
        if stream.problem is not None:
            self.problems.append(f"{self.name}: {stream.problem}")
        return stream

    def _find_segment(self) -> Segment:
        found = segment_of(self.events[0]) if self.place.segment and self.events else None
        return found or FIRST

    def _find_end(self) -> EventsEnd:
        for stream in self.events:
            end = find_end(stream)
            if end is not None:
                self._note_missing(end)
                return EventsEnd(
                    *(_clock(end), end.left_out, end.stop_reason, end.in_flight, end.missing),
                    *(end.stopped_ns, min(end.last_ns, 2**62)),
                )
        if any(len(stream) for stream in self.events):
            self.problems.append(f"{self.name}: its clock is lost, times are in clock ticks")
        started = self.process.get("started_ns")
        first_ns = started if isinstance(started, int) and 0 <= started < 2**62 else 0
        return EventsEnd(Clock(0, first_ns, 1.0), 0, 0, ())

    def _note_missing(self, end: Progress) -> None:
        if not end.missing:
            return
        reason = stop_reason(end.stop_reason) or "unknown"
        since = (
            time.strftime(", %H:%M:%S", time.localtime(end.stopped_ns // 10**9))
            if end.stopped_ns < 2**62
            else ""
        )
        self.problems.append(
            f"{self.name}: recording stopped early ({reason}{since}); "
            f"the {end.missing:,} operations that followed are missing"
        )


def stop_reason(number: int) -> str | None:
    """Return a member of enum stop_reason in words; None: recorded to the end."""
    return _STOP_REASONS[number] if number < len(_STOP_REASONS) else f"unknown ({number})"


def _clock(record: Progress) -> Clock:
    """Return the clock by the two readings in `record`."""
    ticks = record.last_ticks - record.first_ticks
    nanoseconds = record.last_ns - record.first_ns
    # Less than a microsecond apart, the two readings say more about themselves than about the clock.
    ns_per_tick = nanoseconds / ticks if ticks > 0 and nanoseconds > 1000 else 1.0
    return Clock(record.first_ticks, min(record.first_ns, 2**62), ns_per_tick, max(ticks, 0))


def _share_clocks(shards: list[Shard]) -> None:
    """Give the processes of each host the clock of the one that was read over the longest time.

    The counter is the host's, and a process that was killed early, or left by os._exit, read the time only once: ranks
    could not be compared.
    """
    best: dict[object, Clock] = {}
    for shard in shards:
        host, clock = shard.process.get("host"), shard.end.clock
        if host is not None and clock.span > best.get(host, _UNREAD).span:
            best[host] = clock
    for shard in shards:
        known, own = best.get(shard.process.get("host"), _UNREAD), shard.end.clock
        first_ns = known.at(own.first_ticks) if known.span else 0
        # A host that was started anew counts from zero again.
        if own.first_ticks and abs(first_ns - own.first_ns) < _ONE_CLOCK_NS:
            shared = Clock(own.first_ticks, first_ns, known.ns_per_tick, known.span)
            shard.end = replace(shard.end, clock=shared)


def open_shards(trace: Folder) -> list[Shard]:
    """Return the shards of the trace directory `trace`, in the order in which their processes started.

    Of a process with several segments that are kept, these one after another. Raises OSError.
    """
    processes = trace.folder(PROCESSES)
    names = processes.folders()
    for name in names:
        if not _PROCESS.fullmatch(name):
            raise RefusedFileError(processes.path / name, "its name is not that of a process's folder")
    found = grouped(names)
    homes = sorted(found, key=_ordinal)
    rows = len(homes)
    shards = []
    for number, home in enumerate(homes):
        of_process = _open_process(processes, home, found[home], number)
        for later in of_process[1:]:
            later.row, rows = rows, rows + 1
        shards += of_process
    _share_clocks(shards)
    return shards


def _open_process(processes: Folder, home: str, segments: list[int], number: int) -> list[Shard]:
    """Return what the process called `home` has, looked for again where all but the newest segment was just dropped.

    On a busy machine a process fills all the segments that are kept while they are opened; the newest of them alone may
    have no operation yet.
    """
    opened = _open_segments(processes, home, segments, number)
    for _ in range(_MOST_LOOKS - 1):
        if len(opened) > 1 or len(segments) == 1:
            break
        segments = grouped(processes.folders()).get(home, segments)
        opened = _open_segments(processes, home, segments, number)
    return opened


def _open_segments(processes: Folder, home: str, segments: list[int], number: int) -> list[Shard]:
    """Return those that are still there; there is always one.

    The newest is opened first: where the process goes on meanwhile, what precedes it is whole.
    """
    opened = []
    for segment in reversed(segments):
        folder = processes.folder(folder_of(home, segment))
        if segment == segments[-1] or has_events(folder):
            opened.append(
                Shard(
                    folder, processes.folder(home), Place(number, number, segment, passing=len(segments) > 1)
                )
            )
    there = [shard for shard in reversed(opened) if shard.is_there()] or opened[:1]
    for shard in there[:-1]:
        shard.place = replace(shard.place, last=False)
    return there


def _ordinal(name: str) -> tuple[int, str]:
    first = name.partition("-")[0]
    return (int(first) if first.isdecimal() and len(first) < 10 else 2**31, name)
