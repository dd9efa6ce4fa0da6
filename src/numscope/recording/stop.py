"""Halting a recorded program: the exception that does it, and what is written down for those who look into it.

To halt means: the operation has returned, and `ProgramStopped` is raised where its result would have gone. It is a
SystemExit, so `except Exception` does not take it, `finally` blocks and `atexit` functions run, threads and asyncio let
it through without a traceback, and the process ends with STOPPED as its exit code. The main thread of the processes
that this one descends from, and of this one if another thread was halted, gets a signal whose handler raises it there.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from pathlib import Path
from types import FrameType
from typing import Any

from numscope.recording import files
from numscope.recording.policy import Policy
from numscope.recording.user_frame import describe_variables, place_of
from numscope.redaction import Redactor

STOPPED = 86
FILE_NAME = "halted.json"
# The kernel's "urgent data on a socket": ignored where nobody handles it, so that a process gone by is not harmed.
_SIGNAL = signal.SIGURG
_MOST_FRAMES = 50


class ProgramStopped(SystemExit):
    """Raised in place of an operation's result by --stop-on."""

    def __init__(self, why: str) -> None:
        super().__init__(STOPPED)
        self.why = why

    def __str__(self) -> str:
        return self.why


class Stop:
    """The one halt of a recording; the first process to halt writes it down."""

    def __init__(self, trace: Path, shard: Path, policy: Policy) -> None:
        self._redactor = Redactor(policy.redact)
        self._private = policy.values == "none"
        self._path = trace / FILE_NAME
        self._processes = trace / "processes"
        self._shard = shard
        self._before: Any = None

    def listen(self) -> None:
        """Have this process halt when another does; only from its main thread that can be arranged."""
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(_SIGNAL, self._hear)

    def stop_listening(self) -> None:
        """Put the signal's earlier handler back."""
        if self._before is not None and threading.current_thread() is threading.main_thread():
            if signal.getsignal(_SIGNAL) == self._hear:
                signal.signal(_SIGNAL, self._before)
            self._before = None

    def write(self, why: str, sequence: int, name: str, frame: FrameType) -> bool:
        """Write down what halts where; False if the recording has halted already."""
        facts = {
            "why": why,
            "shard": self._shard.name,
            "sequence": sequence,
            "operation": name,
            "place": place_of(frame),
            "function": frame.f_code.co_name,
            "thread": threading.current_thread().name,
            "locals": {} if self._private else describe_variables(frame),
            "stack": _stack(frame),
        }
        draft = self._path.with_name(f".{FILE_NAME}.{os.getpid()}.{threading.get_ident()}")
        files.write_text(draft, json.dumps(self._redactor.tree(facts), indent=1) + "\n")
        try:
            os.link(draft, self._path)  # unlike a rename, it does not replace what is there
        except FileExistsError:
            return False
        finally:
            draft.unlink()
        return True

    def wake_others(self) -> None:
        """Stop this process's main thread, if this is another one, and the processes that this one descends from.

        Their other descendants are theirs to end, as they would after any exception: one that is stopped by a signal at
        any point may leave a lock of its pool locked.
        """
        if threading.current_thread() is not threading.main_thread():
            signal.pthread_kill(threading.main_thread().ident, _SIGNAL)  # type: ignore[arg-type]
        for pid in self._ancestors():
            try:
                os.kill(pid, _SIGNAL)
            except OSError:
                continue  # it has ended

    def _ancestors(self) -> list[int]:
        """The recorded processes that this one descends from, the nearest first."""
        parents = {}
        for shard in self._processes.glob("*-*"):
            if "." in shard.name:
                continue  # a segment
            try:
                facts = json.loads((shard / "process.json").read_text(encoding="utf-8"))
            except (FileNotFoundError, ValueError):
                continue  # it begins right now, so that nothing descends from it yet
            parents[facts["pid"]] = facts["parent_pid"]
        found: list[int] = []
        pid = os.getppid()
        while pid in parents and pid not in found:
            found.append(pid)
            pid = parents[pid]
        return found

    def _hear(self, number: int, frame: FrameType | None) -> None:
        if self._path.exists():
            raise ProgramStopped("the program was halted")
        if callable(self._before):
            self._before(number, frame)


def _stack(frame: FrameType | None) -> list[str]:
    lines: list[str] = []
    while frame is not None and len(lines) < _MOST_FRAMES:
        lines.append(f"{place_of(frame)} in {frame.f_code.co_name}")
        frame = frame.f_back
    return lines


def debug(frame: FrameType) -> bool:
    """Open the debugger in `frame`; return whether its user wants the program to end (`q`) rather than to go on."""
    import pdb

    debugger = pdb.Pdb(nosigint=True)
    debugger.reset()
    debugger.interaction(frame, None)
    if debugger.quitting:
        return True
    if debugger.stoplineno != -1 or debugger.breaks:  # stepping, or running to a breakpoint
        above: FrameType | None = frame
        while above is not None:
            above.f_trace = debugger.trace_dispatch
            debugger.botframe = above
            above = above.f_back
        sys.settrace(debugger.trace_dispatch)
    return False
