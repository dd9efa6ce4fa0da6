"""A recorded program ends as it does by itself: exit status, output, messages."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

import numscope
from numscope.recording.environment import STARTUP_FOLDER

BEGIN = "import numpy as np, os, signal, sys, threading, time, atexit\na = np.ones(4) + 1\n"
ENDS = {
    "KeyboardInterrupt": "raise KeyboardInterrupt",
    "KeyboardInterrupt in an operation": (
        "def interrupt(x): raise KeyboardInterrupt\nnp.frompyfunc(interrupt, 1, 1)(a)"
    ),
    "KeyboardInterrupt of a subclass": "class Own(KeyboardInterrupt): pass\nraise Own",
    "KeyboardInterrupt turned into an exit": "try: raise KeyboardInterrupt\nexcept KeyboardInterrupt: sys.exit(9)",
    "SIGINT": "os.kill(os.getpid(), signal.SIGINT); time.sleep(5)",
    "SIGINT with a handler": (
        "signal.signal(signal.SIGINT, lambda *_: sys.exit(11)); os.kill(os.getpid(), signal.SIGINT)"
    ),
    "SIGTERM": "os.kill(os.getpid(), signal.SIGTERM); time.sleep(5)",
    "SIGKILL": "os.kill(os.getpid(), signal.SIGKILL); time.sleep(5)",
    "abort": "os.abort()",
    "exit": "sys.exit()",
    "exit 256": "sys.exit(256)",
    "exit -1": "sys.exit(-1)",
    "exit with a text": "sys.exit('bad')",
    "exit with a tuple": "sys.exit((1, 2))",
    "exit with a huge number": "sys.exit(2**70)",
    "exit with a scalar": "sys.exit(np.int64(4))",
    "exit of a subclass": "class Own(SystemExit): pass\nraise Own(7)",
    "exit in a thread": "t = threading.Thread(target=lambda: sys.exit(4)); t.start(); t.join()",
    "_exit": "os._exit(9)",
    "exec": "os.execv('/bin/sh', ['sh', '-c', 'exit 6'])",
    "an exception": "1 / 0",
    "an exception with a hook": "sys.excepthook = lambda *_: sys.exit(12)\n1 / 0",
    "an exception of no class of Exception's": "raise GeneratorExit",
}


# One for each way in which the interpreter ends; all of them by `make test-long`.
FIRST = {
    "KeyboardInterrupt in an operation",
    "SIGINT with a handler",
    "SIGTERM",
    "SIGKILL",
    "exit 256",
    "exit with a text",
    "_exit",
    "exec",
    "an exception with a hook",
}


def outcome(run: subprocess.CompletedProcess[str]) -> tuple[int, str, list[str]]:
    said = [line for line in run.stderr.splitlines() if not line.startswith("numscope: ")]
    return run.returncode, run.stdout, said


@pytest.mark.parametrize(
    "end",
    [
        pytest.param(end, id=name, marks=() if name in FIRST else pytest.mark.long)
        for name, end in ENDS.items()
    ],
)
def test_a_program_that_the_environment_records(interruptible, python, tmp_path: Path, end: str) -> None:
    (tmp_path / "p.py").write_text(BEGIN + end + "\n")
    asked = {"NUMSCOPE": "1", "NUMSCOPE_OUTPUT": "t.numscope", "PYTHONPATH": path_with_startup()}
    plain, recorded = python("p.py"), python("p.py", environ=asked)
    assert outcome(recorded) == outcome(plain)
    assert (tmp_path / "t.numscope").exists()


def path_with_startup() -> str:
    return os.pathsep.join([str(STARTUP_FOLDER), str(Path(numscope.__file__).resolve().parents[1])])


@pytest.mark.parametrize(
    "name", ["KeyboardInterrupt", "SIGTERM", "exit with a text", "_exit", "an exception"]
)
def test_a_program_that_the_command_records(
    interruptible, python, numscope_command, tmp_path, name: str
) -> None:
    (tmp_path / "p.py").write_text(BEGIN + ENDS[name] + "\n")
    assert outcome(numscope_command("run", "p.py")) == outcome(python("p.py"))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_to_the_command_ends_both(
    interruptible, clean_environ: Mapping[str, str], tmp_path: Path, number: int
) -> None:
    (tmp_path / "p.py").write_text(BEGIN + "print('up', flush=True)\nwhile True: a + 1\n")
    command = [sys.executable, "-m", "numscope", "run", "p.py"]
    run = subprocess.Popen(
        command, cwd=tmp_path, env=clean_environ, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert run.stdout is not None
    assert run.stdout.readline() == "up\n"
    time.sleep(0.2)
    run.send_signal(number)
    _, said = run.communicate(timeout=60)
    assert run.returncode == -number
    assert " operations" in said


def test_what_seals_may_die(numscope_command, tmp_path: Path) -> None:
    """Under a limit on memory with which the program runs, the library that makes the tables aborts."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (700_000 << 10, 700_000 << 10))

    code = "import numpy; print(numpy.ones(3) + 1); raise SystemExit(5)"
    run = numscope_command("run", "-o", "t.numscope", "-c", code, preexec_fn=limit)
    assert (run.stdout, run.returncode) == ("[2. 2. 2.]\n", 5)
    assert " operations, " in run.stderr
    with numscope.open(tmp_path / "t.numscope") as trace:
        assert any(operation.name == "numpy.add" for operation in trace)


def test_the_interpreters_own_options_are_handed_on(numscope_command) -> None:
    code = (
        "import sys; print(sys.flags.optimize, sys.warnoptions[-1], sys._xoptions, sys.stdout.write_through)"
    )
    run = numscope_command("run", "-OO", "-u", "-W", "error", "-X", "dev", "-X", "utf8", "-c", code)
    assert run.stdout == "2 error {'dev': True, 'utf8': True} True\n"


def test_a_misspelt_setting_is_reported_with_the_name_that_is_near(numscope_command) -> None:
    run = numscope_command(
        "run", "-c", "pass", environ={"NUMSCOPE_VALUE": "none", "NUMSCOPE_QUX": "1", "NUMSCOPE_EVERY": "2"}
    )
    assert run.stderr.count("[unknown-setting]") == 1
    assert "NUMSCOPE_QUX, NUMSCOPE_VALUE (did you mean NUMSCOPE_VALUES?)" in run.stderr
    assert "NUMSCOPE_EVERY" not in run.stderr
