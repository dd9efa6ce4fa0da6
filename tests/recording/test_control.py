"""`numscope ctl`: a running recording is steered from another process, through the mapped tail of its events."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import numscope

# Performs the operation that each line of its standard input names, and says so.
_OBEDIENT = """
import os, sys
import numpy as np
print(os.getpid(), flush=True)
for line in sys.stdin:
    for _ in range(3): getattr(np, line.strip())(np.ones(3))
    print(line, end="", flush=True)
sys.exit(3)
"""
_ASKED = ("numpy.sqrt", "numpy.exp", "numpy.sin")


class Program:
    """A recorded program that is spoken to line by line."""

    def __init__(self, process: subprocess.Popen[str], trace: Path) -> None:
        self.process, self.trace = process, trace
        self.pid = int(self._read())

    def do(self, word: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(word + "\n")
        self.process.stdin.flush()
        assert self._read() == word

    def ask(self, *words: str, code: int = 0) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "numscope", "ctl", str(self.pid), *words], capture_output=True, text=True
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    def end(self) -> int:
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(30)

    def names(self) -> list[str]:
        with numscope.open(self.trace, trust=True) as opened:
            return [operation.name for operation in opened if operation.name in _ASKED]

    def _read(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()


@contextmanager
def recorded(folder: Path, program: str, *options: str, python: tuple[str, ...] = ()) -> Iterator[Program]:
    script, trace = folder / "program.py", folder / "t.numscope"
    script.write_text(program, encoding="utf-8")
    words = [sys.executable, *python, "-m", "numscope", "run", "-o", str(trace), *options, str(script)]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        try:
            yield Program(process, trace)
        finally:
            process.kill()


def test_pausing_and_starting_leave_out_what_runs_between(tmp_path: Path) -> None:
    with recorded(tmp_path, _OBEDIENT) as program:
        program.do("sqrt")
        assert "is paused" in program.ask("pause")
        program.do("exp")
        assert json.loads(program.ask("status", "--json"))[0]["held"] == ["by control"]
        assert "records again" in program.ask("start")
        program.do("sin")
        assert json.loads(program.ask("status", "--json"))[0]["held"] == []
        assert program.end() == 3
        assert program.names() == ["numpy.sqrt"] * 3 + ["numpy.sin"] * 3


def test_a_stopped_recording_can_be_asked_while_the_program_goes_on(tmp_path: Path) -> None:
    with recorded(tmp_path, _OBEDIENT) as program:
        program.do("sqrt")
        # It waits for a line in C: nothing more is recorded from here on, and the files follow once it runs Python.
        assert "records no more" in program.ask("stop", "--wait", "1", code=1)
        program.do("exp")
        program.do("sin")
        assert program.names() == ["numpy.sqrt"] * 3
        assert "records nothing" in program.ask("status", code=2)
        assert program.end() == 3


def test_requests_are_heard_while_c_code_runs(tmp_path: Path) -> None:
    busy = "import os, numpy as np\nprint(os.getpid(), flush=True)\nnp.sort(np.sin(np.arange(3e7)))\n"
    busy += "print('sorted', flush=True)\n"
    with recorded(tmp_path, busy, "--values", "none") as program:
        time.sleep(0.2)
        began = time.monotonic()
        program.ask("mark", "in C")
        assert time.monotonic() - began < 5
        assert program._read() == "sorted", "it was asked too late"


def test_a_flush_keeps_what_a_ring_would_drop(tmp_path: Path) -> None:
    program_text = """
import os, sys
import numpy as np
import numscope
print(os.getpid(), flush=True)
for line in sys.stdin:
    getattr(np, line.strip())(np.ones(3)); numscope.step()
    print(line, end="", flush=True)
"""
    with recorded(tmp_path, program_text, "--ring", "2") as program:
        program.do("sqrt")
        assert "keeps" in program.ask("flush")
        for _ in range(12):
            program.do("sin")
        program.end()
        names = program.names()
    assert names[0] == "numpy.sqrt"
    assert 2 <= names.count("numpy.sin") < 12


@pytest.mark.parametrize("python", [("-W", "error")])
def test_a_process_hears_after_it_has_forked(tmp_path: Path, python: tuple[str, ...]) -> None:
    forking = """
import os, sys, warnings
import numpy as np
warnings.simplefilter("error")
print(os.getpid(), flush=True)
pid = os.fork()
if pid == 0: os._exit(0)
os.waitpid(pid, 0)
for line in sys.stdin:
    getattr(np, line.strip())(np.ones(3))
    print(line, end="", flush=True)
"""
    with recorded(tmp_path, forking, python=python) as program:
        assert "is paused" in program.ask("pause")
        program.do("exp")
        program.ask("start")
        program.do("sqrt")
        assert program.end() == 0
        assert program.names() == ["numpy.sqrt"]


def test_what_can_not_be_asked_is_said(tmp_path: Path) -> None:
    def said(*words: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "numscope", "ctl", *words], capture_output=True, text=True
        )
        assert done.returncode == 2
        return done.stderr

    assert "there is no process 99999999" in said("99999999", "pause")
    with subprocess.Popen(["sleep", "60"]) as other:
        try:
            assert "records nothing" in said(str(other.pid), "pause")
            assert "only a mark has a text" in said(str(other.pid), "pause", "now")
        finally:
            other.kill()
