"""What happened when a program died of a signal in compiled code.

Two ways, for `numscope run` to choose from. `crash_report` runs the program once more under gdb and tells the
line, the locals and which index does not fit. `arm` and `last_words` need no second run and no gdb: Python's own
fault handler writes the Python functions that were active when the process died.
"""

from __future__ import annotations

import ast
import faulthandler
import os
import re
import signal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import numpy as np

from numscope.compiled.numba.debugger.batch import FATAL
from numscope.compiled.numba.debugger.session import Program, Session
from numscope.compiled.numba.debugger.stops import Stop, read_stop
from numscope.compiled.numba.explaining.source import Source

_FRAME = re.compile(r'  File "(?P<file>.*)", line (?P<line>\d+) in (?P<function>.*)')


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
    with Session(Program(script, arguments, output_to_stderr=True), timeout) as session:
        answer = session.ask("run")
        while answer["event"] == "stop" and answer.get("signal") not in FATAL:
            answer = session.ask("continue")
    if answer["event"] != "stop":
        return CrashReport(None, None, script=script)
    stop = read_stop(answer)
    return CrashReport(stop.signal, stop, list(misfits(stop)), script)


def misfits(stop: Stop) -> Iterator[str]:
    """Indexes on the line of `stop` that do not fit their arrays, with the values the variables have there."""
    if stop.file is None:
        return
    source = Source.of(stop.file)
    for node in source.nodes(ast.Subscript, stop.line):
        array = stop.values.get(node.value.id) if isinstance(node.value, ast.Name) else None
        if not isinstance(array, (np.ndarray, list, tuple)):
            continue
        shape = array.shape if isinstance(array, np.ndarray) else (len(array),)
        indexes = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        for axis, (index, size) in enumerate(zip(indexes, shape, strict=False)):
            value = _evaluate(index, stop.values)
            if isinstance(value, (int, np.integer)) and not -size <= int(value) < size:
                along = f" along axis {axis}" if len(shape) > 1 else ""
                yield f"index {value} into `{source.text(node.value)}`, which has {size} items{along}"


def _evaluate(expression: ast.expr, values: dict[str, Any]) -> Any:
    """The value of an index made of variables, numbers and arithmetic; None when it is more than that."""
    allowed = (ast.Name, ast.Load, ast.Constant, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop)
    if not all(isinstance(node, allowed) for node in ast.walk(expression)):
        return None
    code = compile(ast.Expression(expression), "<index>", "eval")
    try:
        return eval(code, {"__builtins__": {}}, dict(values))
    except (NameError, TypeError, ArithmeticError):
        return None


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
