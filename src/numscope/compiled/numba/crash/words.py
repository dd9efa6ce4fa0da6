"""What Python's own fault handler writes when a process dies: which Python functions were active."""

from __future__ import annotations

import faulthandler
import re
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import IO

_FRAME = re.compile(r'  File "(?P<file>.*)", line (?P<line>\d+) in (?P<function>.*)')


@dataclass(frozen=True)
class Frame:
    """One Python function that was active when the process died."""

    function: str
    file: str
    line: int


@dataclass(frozen=True)
class LastWords:
    """What a dying process wrote: the signal's description, and its Python functions, innermost first."""

    cause: str
    frames: list[Frame]


def arm(path: str | Path) -> IO[bytes]:
    """Let this process write its Python functions into `path` when a signal ends it. Keep the returned file."""
    file = open(path, "wb", buffering=0)  # noqa: SIM115 - stays open until the process ends
    faulthandler.enable(file, all_threads=False)
    return file


def last_words(path: str | Path) -> LastWords | None:
    """Read what `arm` left behind; None when the process did not die of a signal."""
    try:
        text = Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    found = re.match(r"Fatal Python error: (.*)", text)
    if not found:
        return None
    frames = [Frame(m["function"], m["file"], int(m["line"])) for m in _FRAME.finditer(text)]
    return LastWords(found[1].strip(), frames)


def name_of_signal(exit_code: int) -> str | None:
    """The signal behind the exit code of a child (negative, or 128 more as a shell tells it), or None."""
    number = -exit_code if exit_code < 0 else exit_code - 128
    try:
        return signal.Signals(number).name
    except ValueError:
        return None
