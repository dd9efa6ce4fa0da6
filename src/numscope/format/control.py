"""Asking the process that writes a trace for something: the word in the tail of its events (see format.h)."""

from __future__ import annotations

import fcntl
import mmap
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from numscope.format.constants import Layout, number, words
from numscope.format.streams import TAIL_HEADER_BYTES, TAIL_MAGIC, TailHeader, parse_tail_header

if TYPE_CHECKING:
    from typing import Self

ASKED_TEXT = number("ASKED_TEXT")
REQUESTS = {name: value for value, name in enumerate(words("control_request", "CONTROL_"))}
_HELD = words("held_by", "HELD_")
_HEADER = Layout("tail_header")
_NUMBER_BITS = 8
_LOOK_EVERY = 0.01  # seconds


class Tail:
    """The tail of a running process's events, mapped; raises OSError, ValueError where it is none."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            self._map = mmap.mmap(self._file, TAIL_HEADER_BYTES)
            if _HEADER.read(self._map[:]).magic != TAIL_MAGIC:
                raise ValueError("it has no tail header")
        except BaseException:
            os.close(self._file)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._map.close()
        os.close(self._file)

    @property
    def header(self) -> TailHeader:
        """How far the stream has come."""
        header = parse_tail_header(self._map[:])
        if header is None:
            raise ValueError("it has no tail header")
        return header

    @property
    def held(self) -> tuple[str, ...]:
        """Why operations pass unrecorded now: by program, by control, between steps, by rank; none if they don't."""
        bits = self._word("held")
        return tuple(name for bit, name in enumerate(_HELD) if name != "?" and bits & bit)

    @property
    def closed(self) -> bool:
        """Whether the process has ended this stream."""
        return os.fstat(self._file).st_nlink == 0

    def ask(self, request: str, text: str, seconds: float) -> bool:
        """Ask for `request` (enum control_request in words); False if that is not done after `seconds`.

        A stream that is closed meanwhile did not do it, unless closing it was asked for. Raises TimeoutError while
        another process asks.
        """
        deadline = time.monotonic() + seconds
        with self._asking(deadline):
            self._put_text(text)
            before = self._word("asked")
            asked = ((before >> _NUMBER_BITS) + 1 << _NUMBER_BITS | REQUESTS[request]) & 0xFFFFFFFF
            self._put("asked", asked)
            while self._word("answered") != asked:
                if self.closed or time.monotonic() > deadline:
                    return False
                time.sleep(_LOOK_EVERY)
        return True

    @contextmanager
    def _asking(self, deadline: float) -> Iterator[None]:
        while True:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise TimeoutError("another process asks it for something") from None
                time.sleep(_LOOK_EVERY)
        try:
            yield
        finally:
            fcntl.flock(self._file, fcntl.LOCK_UN)

    def _put_text(self, text: str) -> None:
        data = text.encode()[:ASKED_TEXT].decode(errors="ignore").encode()
        start = _HEADER.offset("asked_text")
        self._map[start : start + ASKED_TEXT] = data.ljust(ASKED_TEXT, b"\0")

    def _word(self, field: str) -> int:
        start = _HEADER.offset(field)
        return int.from_bytes(self._map[start : start + 4], "little")

    def _put(self, field: str, value: int) -> None:
        start = _HEADER.offset(field)
        self._map[start : start + 4] = value.to_bytes(4, "little")
