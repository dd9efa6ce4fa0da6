"""What Python's own fault handler writes when a process dies: which Python functions were active."""

from __future__ import annotations

import faulthandler
import fcntl
import os
import re
import resource
import signal
from dataclasses import dataclass
from pathlib import Path

import numscope._core as _core

_FRAME = re.compile(r'  File "(?P<file>.*)", line (?P<line>\d+) in (?P<function>.*)')


@dataclass(frozen=True)
class Frame:
    """One Python function that was active when the process died."""

    function: str
    file: str
    line: int


@dataclass(frozen=True)
class FaultReport:
    """What a dying process wrote: the signal's description, and its Python functions, innermost first."""

    cause: str
    frames: list[Frame]


def arm(path: str | Path) -> None:
    """Let this process write its Python functions into `path` when a signal ends it.

    Python's fault handler is given the number of a descriptor that is closed again at once: the program could put a
    file of its own behind it. The core's handler, which runs first, opens `path` under that number.
    """
    with open(os.devnull, "wb") as nothing:
        number = fcntl.fcntl(nothing, fcntl.F_DUPFD_CLOEXEC, _out_of_the_way())
    # Under PYTHONFAULTHANDLER or -X faulthandler it is enabled already: `enable` would then install no handlers
    # (Modules/faulthandler.c, faulthandler_enable), and none would lead to what the core puts there first.
    faulthandler.disable()
    _core.hold_fatal_signals()
    try:
        faulthandler.enable(number, all_threads=False)
    finally:
        os.close(number)
    _core.arm_fatal_signals(os.path.abspath(path), number)


def _out_of_the_way() -> int:
    """Return a number that few programs reach; a higher one makes the kernel keep a larger table."""
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return 1000 if limit == resource.RLIM_INFINITY else max(3, min(limit, 1000) - 1)


def read_fault(path: str | Path) -> FaultReport | None:
    """Read what `arm` left behind; None when the process did not die of a signal."""
    try:
        text = Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    found = re.match(r"Fatal Python error: (.*)", text)
    if not found:
        return None
    frames = [Frame(m["function"], m["file"], int(m["line"])) for m in _FRAME.finditer(text)]
    return FaultReport(found[1].strip(), frames)


def name_of_signal(exit_code: int) -> str | None:
    """Return the signal behind the exit code of a child (negative, or 128 more as a shell gives it), or None."""
    number = -exit_code if exit_code < 0 else exit_code - 128
    try:
        return signal.Signals(number).name
    except ValueError:
        return None
