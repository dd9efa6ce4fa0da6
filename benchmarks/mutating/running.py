"""What a program prints and shows when it runs without a recorder, in a fork that has its libraries loaded already."""

from __future__ import annotations

import ast
import contextlib
import hashlib
import importlib
import json
import os
import random
import runpy
import signal
import sys
import tempfile
import traceback
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np

from benchmarks.mutating.figures import figures
from benchmarks.mutating.syntax import statements
from numscope.analysis.diff.printed_results import says_the_same, tokens_of

# Before any library is loaded: forks have these of their parent, and recorded runs of their own.
STEADY = {
    "PYTHONHASHSEED": "0",
    "MPLBACKEND": "Agg",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}
_FAILED = 1
# Seconds are of processor time, which other work does not lengthen; who only waits has more of them.
_LONGEST_WAIT = 10


def begin_steadily() -> None:
    """Begin this process again with the variables under which programs give the same each time, if it lacks them."""
    if any(os.environ.get(name) != value for name, value in STEADY.items()):
        os.environ.update(STEADY)
        os.execv(sys.executable, sys.orig_argv)


@dataclass(frozen=True)
class Outcome:
    """What came of a run. code: its exit status. figures: a digest of what they show. lines: those that ran."""

    code: int
    printed: str
    figures: str
    lines: frozenset[int]

    def same_as(self, other: Outcome) -> bool:
        """Return whether both runs ended well with the same numbers, printed and drawn."""
        if self.code or other.code or self.figures != other.figures:
            return False
        return self.printed == other.printed or says_the_same(self.printed, other.printed)

    def prints_other_numbers(self, other: Outcome) -> bool:
        """Return whether both runs ended well, and printed other numbers."""
        if self.code or other.code or self.printed == other.printed:
            return False
        one, two = list(tokens_of(self.printed)), list(tokens_of(other.printed))
        return one != two and not says_the_same(self.printed, other.printed)


class Runner:
    """Runs a script's text under its name in a folder of its own, with the script's own folder as the working one."""

    def __init__(self, script: Path, seconds: int) -> None:
        self._script = script
        self._seconds = seconds

    def environment(self) -> dict[str, str]:
        """Return the variables with which the script is recorded: it may import modules beside it."""
        path = os.pathsep.join([str(self._script.parent), os.environ.get("PYTHONPATH", "")])
        return {**os.environ, **STEADY, "PYTHONPATH": path}

    def run(self, text: str) -> Outcome:
        """Run a text; one that takes too long is ended by an alarm."""
        _load_libraries(text)
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            program, printed, result = (
                folder / self._script.name,
                folder / "printed.txt",
                folder / "result.json",
            )
            program.write_text(text, encoding="utf-8")
            sys.stdout.flush()
            child = os.fork()
            if child == 0:
                self._in_fork(program, printed, result)
            _, status = os.waitpid(child, 0)
            said = printed.read_text(errors="replace").replace(name, "") if printed.exists() else ""
            if not result.exists():
                return Outcome(os.waitstatus_to_exitcode(status) or _FAILED, said, "", frozenset())
            found = json.loads(result.read_text())
            return Outcome(0, said, found["figures"], frozenset(found["lines"]))

    def _in_fork(self, program: Path, printed: Path, result: Path) -> None:
        """Run a program, write what came of it, and end this process."""
        try:
            stream = os.open(printed, os.O_WRONLY | os.O_CREAT)
            os.dup2(stream, 1)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os.chdir(self._script.parent)
            signal.setitimer(signal.ITIMER_PROF, self._seconds)
            signal.alarm(_LONGEST_WAIT * self._seconds)
            sys.argv[:] = [str(program)]
            # A program without a seed gives something else each time, in forks of one process too.
            random.seed()
            np.random.seed()
            sys.path[0:0] = [str(program.parent), str(self._script.parent)]
            found = _ran(str(program))
            sys.stdout.flush()
            result.write_text(json.dumps(found))
        # Nothing may leave the fork: its parent's code would run a second time.
        except BaseException:  # noqa: BLE001
            traceback.print_exc()
        finally:
            os._exit(_FAILED)


def _ran(program: str) -> dict[str, Any]:
    """Run a program, and return a digest of its figures and the numbers of its lines that ran."""
    lines: set[int] = set()

    def line(frame: FrameType, event: str, _: object) -> Any:
        if event == "line":
            lines.add(frame.f_lineno)
        return line

    def call(frame: FrameType, _event: str, _: object) -> Any:
        return line if frame.f_code.co_filename == program else None

    sys.settrace(call)
    try:
        runpy.run_path(program, run_name="__main__")
    finally:
        sys.settrace(None)
    shown = hashlib.sha256("\n".join(figures()).encode()).hexdigest()
    return {"figures": shown, "lines": sorted(lines)}


def _load_libraries(text: str) -> None:
    """Import the modules that a program imports, so that its forks have them."""
    with contextlib.suppress(SyntaxError):
        for one in statements(ast.parse(text)):
            names = [alias.name for alias in one.names] if isinstance(one, ast.Import) else []
            if isinstance(one, ast.ImportFrom) and one.module and not one.level:
                names = [one.module]
            for name in names:
                # The program says so itself when it runs.
                with contextlib.suppress(Exception):
                    importlib.import_module(name)
