"""Streams of the raw trace: an append-only file and a memory-mapped ring of its newest bytes (see format.h)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from numscope.format.constants import Layout, number
from numscope.format.files import File, Folder

TAIL_MAGIC = number("TAIL_MAGIC")
TAIL_HEADER_BYTES = number("TAIL_HEADER_BYTES")
MAX_IN_FLIGHT = number("MAX_IN_FLIGHT")

_HEADER = Layout("tail_header")
_IN_FLIGHT = Layout("in_flight")
# A live writer moves on while we copy; a copy is whole unless the writer has come round the ring meanwhile.
_ATTEMPTS = 1000
_NO_HEADER = "is damaged: it has no tail header"
_NOT_BEGUN = "is damaged: nothing was written to it, but to its log"


class InFlight(NamedTuple):
    """An operation that has begun and not ended."""

    sequence: int
    start_ticks: int
    operation: int
    site: int


@dataclass(frozen=True, kw_only=True)
class Progress:
    """How far a process's events have come.

    stop_reason: enum stop_reason; 0: nothing stopped it. recorder_ticks, seen_ticks: of a process that did not end
    properly, else 0.
    """

    first_ticks: int
    first_ns: int
    last_ticks: int
    last_ns: int
    next_sequence: int
    left_out: int
    stop_reason: int
    missing: int = 0
    stopped_ns: int = 0
    recorder_ticks: int = 0
    seen_ticks: int = 0
    in_flight: tuple[InFlight, ...] = ()


@dataclass(frozen=True, kw_only=True)
class TailHeader:
    """`struct tail_header` of format.h; `progress` has what the last records of a finished stream say as well."""

    capacity: int
    written: int
    length: int
    progress: Progress


def parse_tail_header(data: bytes) -> TailHeader | None:
    """The header at the start of a tail file; None if it is not one."""
    if len(data) < _HEADER.size:
        return None
    header = _HEADER.read(data)
    if header.magic != TAIL_MAGIC:
        return None
    begin = _HEADER.offset("in_flight")
    calls = (
        _IN_FLIGHT.read(data, begin + index * _IN_FLIGHT.size)
        for index in range(min(header.in_flight_depth, MAX_IN_FLIGHT))
    )
    known = {name: getattr(header, name) for name in Progress.__annotations__ if name != "in_flight"}
    known["stop_reason"] = header.stopped or header.stop_reason
    progress = Progress(**known, in_flight=tuple(InFlight(**vars(call)) for call in calls))
    return TailHeader(
        capacity=header.capacity, written=header.written, length=header.length, progress=progress
    )


@dataclass(frozen=True)
class Stream:
    """The bytes of one stream as they stood at one moment: the start of the log file, then a copy of the ring.

    start: where it begins for a reader who has read what is before. held: the log file, where it may be removed
    before it is read.
    """

    folder: Folder
    log: str
    log_bytes: int
    tail: bytes
    header: TailHeader | None
    problem: str | None
    start: int = 0
    held: File | None = None

    def __len__(self) -> int:
        return self.log_bytes + len(self.tail) - self.start

    def read(self, offset: int, size: int) -> bytes:
        """At most `size` bytes from `offset`."""
        data = b""
        offset += self.start
        if offset < self.log_bytes:
            data = self.file().read(offset, min(size, self.log_bytes - offset))
            offset += len(data)
        if len(data) < size and offset >= self.log_bytes:
            start = offset - self.log_bytes
            data += self.tail[start : start + size - len(data)]
        return data

    def file(self) -> File:
        """Return the open log file, which closes with its last reference. Raises OSError."""
        return self.held or self.folder.file(self.log)


class Pieces:
    """Reads a stream piece by piece into the same memory: a fresh piece each time is a fifth of the time of sealing."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._memory = bytearray()
        self._file = stream.file() if stream.log_bytes else None

    def read(self, offset: int, size: int) -> memoryview:
        """At most `size` bytes from `offset`; they hold until the next call. Raises OSError."""
        stream = self._stream
        size = max(0, min(size, len(stream) - offset))
        offset += stream.start
        if len(self._memory) < size:
            self._memory = bytearray(size)
        view, filled = memoryview(self._memory)[:size], 0
        if self._file is not None and offset < stream.log_bytes:
            filled = self._file.read_into(view[: stream.log_bytes - offset], offset)
        if offset + filled >= stream.log_bytes:
            start = offset + filled - stream.log_bytes
            rest = stream.tail[start : start + size - filled]
            view[filled : filled + len(rest)] = rest
            filled += len(rest)
        return view[:filled]

    def __enter__(self) -> Pieces:
        return self

    def __exit__(self, *failure: object) -> None:
        self._file = None


def open_stream(folder: Folder, log: str, tail: str, hold: bool = False) -> Stream:
    """The stream of the files `log` and `tail` as it stands now; either may be missing. Raises OSError.

    hold: keep the log file open, since the process that writes it may remove it.
    """
    header, data, problem = _found_tail(folder, tail)
    # Behind the tail: a stream that is closed in between is whole in its log.
    held, log_bytes = _found_log(folder, log) if hold else (None, folder.size(log))
    if problem == _NOT_BEGUN:
        # The process was ended between making the file and writing to it, as a pool's workers often are.
        problem = problem if log_bytes else None
    if header is None:
        return Stream(folder, log, log_bytes, b"", None, problem and f"{tail} {problem}", held=held)
    if log_bytes < header.written:
        problem = f"{log} ends at byte {log_bytes}, before its tail at {header.written}"
        return Stream(folder, log, log_bytes, b"", header, problem, held=held)
    return Stream(folder, log, header.written, data, header, problem and f"{tail} {problem}", held=held)


def _found_tail(folder: Folder, tail: str) -> tuple[TailHeader | None, bytes, str | None]:
    try:
        with folder.file(tail) as file:
            return _read_tail(file)
    except FileNotFoundError:
        return None, b"", None


def _found_log(folder: Folder, log: str) -> tuple[File | None, int]:
    try:
        file = folder.file(log)
    except FileNotFoundError:
        return None, 0
    return file, file.size


def _read_tail(file: File) -> tuple[TailHeader | None, bytes, str | None]:
    """A consistent copy of the tail: header, the bytes behind `written`, and what is wrong with it."""
    for _ in range(_ATTEMPTS):
        start = file.read(0, TAIL_HEADER_BYTES)
        header = parse_tail_header(start)
        if header is None:
            return None, b"", _NO_HEADER if any(start) else _NOT_BEGUN
        data, problem = _read_ring(file, header)
        after = parse_tail_header(file.read(0, TAIL_HEADER_BYTES))
        if problem or (after is not None and after.length <= header.written + header.capacity):
            return header, data, problem
    return None, b"", "changes too fast to be read"


def _read_ring(file: File, header: TailHeader) -> tuple[bytes, str | None]:
    """The bytes of the stream from `written` to `length`, and what is wrong with them."""
    size = header.length - header.written
    if not 0 <= size <= header.capacity:
        return b"", f"is damaged: {size} bytes in a ring of {header.capacity}"
    if not size:
        return b"", None
    start = header.written % header.capacity
    # No more is read than the file holds, whatever its header says.
    data = file.read(TAIL_HEADER_BYTES + start, min(size, header.capacity - start))
    if len(data) == min(size, header.capacity - start):
        data += file.read(TAIL_HEADER_BYTES, size - len(data))
    return data, None if len(data) == size else f"holds {len(data)} of {size} bytes"
