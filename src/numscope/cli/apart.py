"""Work in a child process, so that its death (a limit on memory, a damaged library) changes nothing here."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress


class DiedError(Exception):
    """The child ended before its work did. `code`: as os.waitstatus_to_exitcode."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


def lines_of_child(work: Callable[[], Sequence[str]]) -> list[str]:
    """Return the lines that `work` returns in a forked child.

    Raises DiedError, or KeyboardInterrupt once the child has ended.
    Where other threads run, whose locks a child would find locked, the work is done here.
    """
    if threading.active_count() > 1:
        return list(work())
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        _work_and_end(work, writing)
    os.close(writing)
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


class _WithoutPandas:
    """Hide pandas from Arrow, which imports it, where it is installed, to make an array of a list: 0.4 s of CPU."""

    @staticmethod
    def find_spec(name: str, *_: object) -> None:
        if name == "pandas":
            raise ModuleNotFoundError(name="pandas")


def _work_and_end(work: Callable[[], Sequence[str]], writing: int) -> None:
    """In the child: never returns, and runs nothing of what was registered for this process's end."""
    code = 1
    sys.meta_path.insert(0, _WithoutPandas)
    try:
        with os.fdopen(writing, "w", encoding="utf-8") as file:
            json.dump(list(work()), file)
        code = 0
    finally:
        os._exit(code)
