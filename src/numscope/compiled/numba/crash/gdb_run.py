"""The program once more under gdb, until it dies: the line, the locals and which index does not fit."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from numscope.compiled.numba.crash.index_errors import index_errors
from numscope.compiled.numba.debugger.batch import FATAL
from numscope.compiled.numba.debugger.session import Program, Session
from numscope.compiled.numba.debugger.stops import Stop, read_stop


@dataclass
class CrashReport:
    """The finished answer; `str()` of it is the text for a terminal.

    `causes` are sentences such as "index 1000000000 into `c`, which has 10 items". `stop` is None when the program
    did not die the second time.
    """

    signal: str | None
    stop: Stop | None
    causes: list[str] = field(default_factory=list)
    script: str = ""

    def as_json(self) -> dict[str, Any]:
        """The report as plain values."""
        return {
            "signal": self.signal,
            "causes": self.causes,
            "stop": self.stop.as_json() if self.stop else None,
        }

    def __str__(self) -> str:
        if self.stop is None:
            return "The program did not die when it was run again under gdb: the fault depends on chance or on time."
        parts = [
            self.stop.as_text(),
            *(f"  probably: {cause}, line {self.stop.line}" for cause in self.causes),
        ]
        if self.stop.file:
            parts.append(
                f"  to look around: numscope debug --break {os.path.basename(self.stop.file)}:{self.stop.line} "
                f"{self.script}"
            )
        return "\n".join(parts)


def crash_report(script: str, arguments: Sequence[str] = (), timeout: float | None = None) -> CrashReport:
    """Run `script` again under gdb until it dies, and say what is wrong there.

    The program runs a second time, with all it does; its output goes to standard error. Raises `DebuggerError` when
    gdb is missing or may not trace, `StillRunningError` after `timeout` seconds.
    """
    with Session(Program(script, arguments, stdout=2), timeout) as session:
        answer = session.ask("run")
        while answer["event"] == "stop" and answer.get("signal") not in FATAL:
            answer = session.ask("continue")
    if answer["event"] != "stop":
        return CrashReport(None, None, script=script)
    stop = read_stop(answer)
    return CrashReport(stop.signal, stop, list(index_errors(stop.file, stop.line, stop.values)), script)
