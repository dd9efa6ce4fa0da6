"""Work in a child process, so that its death (a limit on memory, a damaged library) changes nothing here."""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress

from numscope.trace.arrow_alone import WITHOUT_PANDAS


class DiedError(Exception):
    """The child ended before its work did. `code`: as os.waitstatus_to_exitcode."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


Work = Callable[[], Sequence[str]]


def lines_of_child(work: Work) -> list[str]:
    """Return the lines that `work` returns in a forked child.

    Raises DiedError, or KeyboardInterrupt once the child has ended.
    Where other threads run, whose locks a child would find locked, the work is done here.
    """
    if threading.active_count() > 1:
        return list(work())
    reading, writing = os.pipe()
    child = _fork()
    if not child:
        os.close(reading)
        _work_and_end(work, writing)
    os.close(writing)
    return _lines(child, reading)


class WaitingChild:
    """A forked child that imports what `work` needs while something else runs, then waits until it is asked for.

    It ends by itself `patience` seconds after its imports, so that it holds no memory beside a long program, and with
    this process.
    load: imports. Raises OSError if there can be no further process.
    """

    def __init__(self, load: Callable[[], object], work: Work, patience: float = 10.0) -> None:
        self._work = work
        asked, self._ask = os.pipe()
        self._reading, writing = os.pipe()
        self._child = _fork()
        if not self._child:
            os.close(self._ask)
            os.close(self._reading)
            _work_and_end(lambda: _load_and_wait(load, work, asked, patience), writing)
        os.close(asked)
        os.close(writing)

    def dismiss(self) -> None:
        """End the child: there is no work, and nothing is lost with what it has imported."""
        os.close(self._ask)
        os.close(self._reading)
        os.kill(self._child, signal.SIGKILL)
        os.waitpid(self._child, 0)

    def lines(self) -> list[str]:
        """Return the lines of the work, done in a new child if this one has ended before. Raises as lines_of_child."""
        with suppress(BrokenPipeError):
            os.write(self._ask, b"1")
        os.close(self._ask)
        try:
            return _lines(self._child, self._reading)
        except DiedError:
            return lines_of_child(self._work)


def _load_and_wait(load: Callable[[], object], work: Work, asked: int, patience: float) -> Sequence[str]:
    """In the child: a Ctrl-C in the terminal is the program's until the work begins."""
    for number in (signal.SIGINT, signal.SIGQUIT):
        signal.signal(number, signal.SIG_IGN)
    load()
    if not select.select([asked], [], [], patience)[0] or not os.read(asked, 1):
        os._exit(0)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGQUIT, signal.SIG_DFL)
    return work()


def _fork() -> int:
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()
    return os.fork()


def _lines(child: int, reading: int) -> list[str]:
    """Return what the child wrote, once it has ended."""
    interrupted = False
    with os.fdopen(reading, encoding="utf-8", errors="replace") as file:
        try:
            text = file.read()
        except KeyboardInterrupt:  # the terminal's went to the child too
            interrupted, text = True, ""
    _, status = os.waitpid(child, 0)
    if interrupted:
        raise KeyboardInterrupt
    try:
        lines: list[str] = json.loads(text)
    except ValueError:
        raise DiedError(os.waitstatus_to_exitcode(status)) from None
    return lines


def _work_and_end(work: Work, writing: int) -> None:
    """In the child: never returns, and runs nothing of what was registered for this process's end."""
    code = 1
    sys.meta_path.insert(0, WITHOUT_PANDAS)
    try:
        with os.fdopen(writing, "w", encoding="utf-8") as file:
            json.dump(list(work()), file)
        code = 0
    finally:
        os._exit(code)
