"""A guest in someone else's process: what it leaves alone, and what happens when something in it breaks."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

import pytest

import numscope

PACKAGE = Path(numscope.__file__).parent


def test_a_bug_of_ours_is_one_warning_and_the_program_goes_on(numscope_command, tmp_path: Path) -> None:
    breaker = (
        "import numscope.recording.shard as s\n"
        "def broken(*a): raise RuntimeError('on purpose')\n"
        "s.claim_shard = broken\n"
    )
    code = breaker + "import numpy; print(numpy.ones(2) + 1)"
    run = numscope_command("run", "-c", code)
    assert (run.stdout, run.returncode) == ("[2. 2.]\n", 0)
    assert run.stderr.count("[recorder-failed]") == 1
    assert "RuntimeError: on purpose" in run.stderr
    assert "Traceback" not in run.stderr


def test_a_program_that_mocks_what_we_use_is_recorded_all_the_same(numscope_command, tmp_path: Path) -> None:
    code = (
        "import numpy, builtins, json, os, time\n"
        "def no(*a, **k): raise AssertionError('the recorder called what the program replaced')\n"
        "a = numpy.ones(2)\n"
        "time.time_ns = time.time = builtins.open = os.getcwd = no\n"
        "print(a + 1)"
    )
    run = numscope_command("run", "-c", code)
    assert run.stdout == "[2. 2.]\n"
    assert "replaced" not in run.stderr
    assert " operations" in run.stderr


def test_what_only_says_that_it_is_a_module_is_passed_over(numscope_command, tmp_path: Path) -> None:
    """`lib` of a module made by cffi stands among the modules, says that it is one, and has no `__dict__`."""
    (tmp_path / "gone").mkdir()
    program = (
        "import os, sys\nfrom types import ModuleType\nimport numpy as np\n"
        "class Lib:\n    __slots__ = ()\n    __class__ = ModuleType\n"
        "sys.modules['made'] = sys.modules['made.lib'] = Lib()\nprint(np.ones(3).sum())\n"
        "os.chdir('gone')\nos.rmdir(os.getcwd())\n"
    )
    (tmp_path / "program.py").write_text(program)
    done = numscope_command("run", "program.py")
    assert done.stdout == "3.0\n"
    assert "warning" not in done.stderr
    with numscope.open(tmp_path / "program.numscope") as trace:
        assert trace.sources.text(str(tmp_path / "program.py")) == program


def test_a_program_that_changes_its_folder_and_its_user_mask(numscope_command, tmp_path: Path) -> None:
    code = "import os, numpy; os.chdir('/'); os.umask(0o777); a = numpy.ones(2) + 1; os.umask(0o22); print(a)"
    run = numscope_command("run", "-c", code)
    assert run.stdout == "[2. 2.]\n"
    assert (tmp_path / "command.numscope" / "manifest.json").exists()


def test_a_program_that_closes_every_descriptor_it_does_not_know(numscope_command) -> None:
    code = (
        "import numpy, os; os.closerange(3, 1000); [numpy.ones(1000) + n for n in range(2000)]; print('on')"
    )
    run = numscope_command("run", "-c", code)
    assert run.stdout == "on\n"
    assert run.returncode == 0


@pytest.mark.parametrize("around", ["numscope.record('block')", "contextlib.nullcontext()"])
def test_no_process_is_started_in_the_program(around: str, python, numscope_command) -> None:
    code = (
        "import sys, contextlib, numpy, numscope\n"
        "STARTS = ('subprocess.Popen', 'os.fork', 'os.forkpty', 'os.exec', 'os.posix_spawn', 'os.system')\n"
        "started = []\n"
        "sys.addaudithook(lambda event, words: started.append((event, words)) if event in STARTS else None)\n"
        f"with {around}: numpy.ones(2) + 1\n"
        "print(started)"
    )
    command = python if around.startswith("numscope") else numscope_command
    run = command(*(("-c",) if command is python else ("run", "-c")), code)
    assert run.stdout == "[]\n", run.stderr


def test_threads_at_the_end_do_not_break_the_end(numscope_command) -> None:
    code = (
        "import numpy, threading, time\n"
        "def work():\n    while True: numpy.ones(100) + 1\n"
        "for n in range(4): threading.Thread(target=work, daemon=True).start()\n"
        "time.sleep(0.3); print('end')"
    )
    run = numscope_command("run", "-c", code)
    assert (run.stdout, run.returncode) == ("end\n", 0)


def test_the_manifest_and_the_processes_say_what_ran(numscope_command, tmp_path: Path) -> None:
    numscope_command("run", "--values", "stats", "--every", "3", "-c", "import numpy", "a", "b")
    manifest = json.loads((tmp_path / "command.numscope" / "manifest.json").read_text())
    assert manifest["command"][1:] == ["-c", "import numpy", "a", "b"]
    assert manifest["folder"] == str(tmp_path)
    assert (manifest["policy"]["values"], manifest["policy"]["every"]) == ("stats", 3)
    process = json.loads(next(tmp_path.glob("command.numscope/processes/*/process.json")).read_text())
    assert process["arguments"] == ["-c", "a", "b"]
    assert process["started_ns"] <= process["ended_ns"] <= time.time_ns()
    assert process["versions"]["numpy"]


def test_the_summary_tells_what_the_trace_holds(numscope_command, tmp_path: Path) -> None:
    code = "import numpy\na = numpy.arange(1000.0)\nfor n in range(5): a + n\nfor n in range(5): a + 1"
    summary = numscope_command("run", "--ops", "numpy.add", "-c", code).stderr
    with numscope.open(tmp_path / "command.numscope") as trace:
        count = len(trace)
        hashes = {operand.hash for operation in trace for operand in operation.outputs}
    assert count == 10
    assert len(hashes) == 5
    assert summary.startswith("numscope: 10 operations, 5 distinct values kept, ")
    first, second, third = summary.splitlines()
    assert (
        " in command.numscope; of 11 seen, 1 left out: 1 not selected (ops, skip); recording took " in first
    )
    assert second == "numscope: no value holds NaN or Inf"
    assert third == "numscope: look at it with: numscope command.numscope"


def test_the_summary_tells_why_operations_were_left_out(numscope_command) -> None:
    code = "import numpy\na = numpy.ones(9)\nfor n in range(6): numpy.mean(a)"
    told = numscope_command("run", "--depth", "1", "--every", "3", "--ops", "numpy.*", "-c", code).stderr
    # Of six means, two are recorded; each of those has operations inside it. numpy.ones is recorded once, its turn.
    assert "numpy.ones" not in told
    assert "4 not their turn (every)" in told
    assert "deeper inside others than asked for (depth)" in told


@pytest.mark.serial
def test_installed_but_not_asked_a_start_costs_microseconds() -> None:
    """The wheel's line is all that an interpreter runs then; benchmarks/ times whole starts."""
    line = (PACKAGE / "startup" / "numscope.pth").read_text()
    code = f"import time; t = time.perf_counter(); exec({line!r}); print(time.perf_counter() - t)"
    runs = [
        subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, env={})
        for _ in range(7)
    ]
    assert statistics.median(float(run.stdout) for run in runs) < 0.001
