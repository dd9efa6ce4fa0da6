"""Report what goes wrong in the recorder: once, to standard error, and never to the program."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from numscope.errors import NumscopeError

# The program may replace or mock these; what was there when the recorder came is what the recorder uses.
_getpid = os.getpid
_fstat = os.fstat
_told: set[tuple[int, str]] = set()


class _StandardError:
    """Standard error as it was when recording began: a program may put a file of its own in its place."""

    def __init__(self) -> None:
        self._known: tuple[int, int] | None = None

    def remember(self) -> None:
        """Take what stands there now for standard error."""
        try:
            facts = _fstat(2)
        except OSError:
            self._known = -1, -1  # there is none
        else:
            self._known = facts.st_dev, facts.st_ino

    def is_behind(self, descriptor: int) -> bool:
        """Return whether `descriptor` still leads there. Raises OSError if it leads nowhere."""
        if self._known is None:
            return True
        facts = _fstat(descriptor)
        return (facts.st_dev, facts.st_ino) == self._known


_standard_error = _StandardError()


def remember_standard_error() -> None:
    """Let `tell` write to what is standard error now, and to nothing that the program puts in its place."""
    _standard_error.remember()


def tell(text: str) -> None:
    """Write one line to the process's own standard error, or nowhere if that is gone."""
    stream = sys.__stderr__
    if stream is None or stream.closed:
        return
    try:
        if not _standard_error.is_behind(stream.fileno()):
            return
        stream.write(f"numscope: {text}\n")
        stream.flush()
    except (OSError, ValueError):
        return  # nobody can be told: standard error is a closed pipe or a full disk


def warn(slug: str, text: str) -> None:
    """Tell the user about a misfortune, once a process for each `slug`; docs/warnings.md has a section on each."""
    if (_getpid(), slug) in _told:
        return
    _told.add((_getpid(), slug))
    tell(f"warning: {text} [{slug}]")


@contextmanager
def harmless(task: str) -> Iterator[None]:
    """Turn whatever fails inside into one warning: the program goes on, unrecorded."""
    try:
        yield
    except NumscopeError as error:
        warn("not-recording", f"{error}; the program goes on unrecorded")
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        warn("not-recording", f"{task} failed: {error.strerror}{where}; the program goes on unrecorded")
    # A guest must not break its host whatever the reason, and the reason is told.
    except Exception as error:  # noqa: BLE001
        warn(
            "recorder-failed",
            f"{task} failed ({type(error).__name__}: {error}); the program goes on unrecorded",
        )
