"""`numscope run` on programs that use Numba: explanations, deaths in compiled code, settings, CUDA in the simulator."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba", reason="numba is not installed")

import numscope

EXAMPLES = Path(__file__).parents[3] / "examples" / "numba"


def run(folder: Path, *words: str, **details: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "numscope", "run", "--force", "-o", str(folder / "run.numscope"), *words],
        capture_output=True,
        text=True,
        timeout=200,
        cwd=folder,
        **details,
    )


def plainly(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, timeout=200, cwd=folder, check=False
    )


def script(folder: Path, text: str, name: str = "program.py") -> str:
    (folder / name).write_text(text)
    return name


MIXED = """\
import sys
from numba import njit

@njit
def f(a, b):
    return a + b

print(f(1, 2))
if "caught" in sys.argv:
    try:
        f(1, (2,))
    except Exception as error:
        print(type(error).__name__)
else:
    f(1, (2,))
"""


def test_error_nobody_caught_is_explained_below_its_traceback(tmp_path: Path) -> None:
    name = script(tmp_path, MIXED)
    done, plain = run(tmp_path, name), plainly(tmp_path, name)
    assert (done.returncode, done.stdout) == (plain.returncode, plain.stdout) == (1, "3\n")
    assert done.stderr.startswith(plain.stderr)
    below = done.stderr[len(plain.stderr) :]
    assert "> 6 |     return a + b" in below
    assert "What went wrong: There is no `+` between `a` (an int64) and `b` (a tuple of 1 int64)" in below
    assert below.rstrip().splitlines()[-1].startswith("numscope: ")


def test_error_the_program_caught_is_its_own_business(tmp_path: Path) -> None:
    done = run(tmp_path, script(tmp_path, MIXED), "caught")
    assert done.returncode == 0
    assert done.stdout == "3\nTypingError\n"
    assert "What went wrong" not in done.stderr


def test_other_errors_are_not_explained(tmp_path: Path) -> None:
    text = MIXED.replace("    f(1, (2,))\n", "    raise KeyError('mine')\n")
    done = run(tmp_path, script(tmp_path, text))
    assert done.returncode == 1
    assert "KeyError: 'mine'" in done.stderr
    assert "What went wrong" not in done.stderr


def test_explaining_leaves_no_operations_of_its_own(tmp_path: Path) -> None:
    run(tmp_path, script(tmp_path, MIXED))
    names = [o.name for o in numscope.open(tmp_path / "run.numscope") if o.name.startswith("numba.")]
    assert names == ["numba.__main__.f"] * 2


def test_without_jit_functions_run_as_python(tmp_path: Path) -> None:
    name = script(
        tmp_path,
        "from numba import njit\n\n@njit\ndef kind(x):\n    return type(x).__name__\n\nprint(kind(1))\n",
    )
    assert run(tmp_path, "--no-jit", name).stdout == "int\n"


def test_death_is_told_with_line_locals_index_and_last_operations(tmp_path: Path) -> None:
    name = script(tmp_path, (EXAMPLES / "09_segfault.py").read_text())
    done = run(tmp_path, name)
    assert done.returncode == -signal.SIGSEGV
    told = done.stderr
    assert "numscope: the program died of SIGSEGV\n" in told
    assert "in numba.__main__.foo (program.py:13), called at " in told
    assert "  probably: index 1000000000 into `c`, which has 10 items, line 17\n" in told
    assert "    index = 1000000000\n" in told
    assert "    b = array([ 1,  2,  3,  4,  5,  6,  7,  8,  9, 10])\n" in told
    assert re.search(r"the last operations:\n.*numpy\.arange\(10\).*\n.*foo\(.*\) -> never ended", told)
    assert "program.py:21 in <module>" in told
    assert "numscope run --crash-report program.py\n" in told
    trace = numscope.open(tmp_path / "run.numscope")
    (last,) = [operation for operation in trace if operation.name.startswith("numba.")]
    assert last.unfinished
    assert last.inputs[0].value().tolist() == list(range(10))
    assert last.inputs[1].value() == 10**9


def test_memory_spoilt_before_the_death_leads_to_the_call_that_spoilt_it(tmp_path: Path) -> None:
    name = script(
        tmp_path,
        "import os\nimport numpy as np\nfrom numba import njit\n\n@njit\ndef smash(values, n):\n"
        "    for i in range(n):\n        values[i] = 1.0\n\nroom = np.zeros(100)\nsmash(room[:4], 9)\nos.abort()\n",
    )
    done = run(tmp_path, name)
    assert done.returncode == -signal.SIGABRT
    assert "numscope: the program died of SIGABRT\n" in done.stderr
    assert "An earlier call wrote or read outside an array, and ended: numba.__main__.smash" in done.stderr
    assert "probably: index 4 into `values`, which has 4 items, line 8" in done.stderr


@pytest.mark.sweep(1)
@pytest.mark.parametrize("name", ["SIGFPE", "SIGABRT"])
def test_signals_raised_in_compiled_code_are_told_with_the_arguments(tmp_path: Path, name: str) -> None:
    text = (
        "import ctypes\nfrom numba import njit\n\nsend = getattr(ctypes.CDLL(None), 'raise')\n"
        "send.argtypes = [ctypes.c_int]\nsend.restype = ctypes.c_int\n\n"
        "@njit\ndef die(number):\n    send(number)\n    return number\n\n"
        f"die({int(getattr(signal, name))})\n"
    )
    done = run(tmp_path, script(tmp_path, text))
    assert done.returncode == -getattr(signal, name)
    assert f"numscope: the program died of {name}\n" in done.stderr
    assert f"    argument 0: {int(getattr(signal, name))}\n" in done.stderr


def test_division_that_the_processor_refuses_is_named(tmp_path: Path) -> None:
    from numscope.compiled.numba.crash.rerun import run_again

    file = tmp_path / "divide.py"
    file.write_text(
        "from numba import njit\n\n\n@njit\ndef divide(a, b):\n    c = b + 1\n    return a // c\n"
    )
    call = {"file": str(file), "line": 4, "divisions": "fatal", "named": {}}
    found = run_again({**call, "positional": [{"text": str(-(2**63))}, {"text": "-2"}]}, tmp_path)
    assert found["causes"] == [f"the division {-(2**63)} // -1, whose result does not fit an int64"]
    assert (found["line"], found["locals"]["c"]) == (7, "-1")
    found = run_again({**call, "positional": [{"text": "1"}, {"text": "-1"}]}, tmp_path)
    assert found["causes"] == ["the division 1 // 0"]


NESTED = """\
import sys
import numpy as np
from numba import njit, prange

SHIFT = 3

@njit
def inner(a, i):
    return a[i + SHIFT]

@njit
def outer(a, n):
    total = 0.0
    for j in range(n):
        total += inner(a, j * 10**9)
    return total

@njit
def deep(n):
    return deep(n - 1) + 1 if n else 0

@njit(parallel=True)
def fill(out, far):
    for i in prange(out.shape[0]):
        out[i * far] = 1.0

if sys.argv[1] == "nested":
    outer(np.ones(5), 4)
if sys.argv[1] == "deep":
    deep(10**9)
if sys.argv[1] == "parallel":
    fill(np.zeros(8), 10**9)
"""


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("how", "cause", "place"),
    [
        ("nested", "index 1000000003 into `a`, which has 5 items, line 9", "program.py:9"),
        ("deep", "`deep` calls itself more often than the stack has room for, line 20", "program.py:20"),
        ("parallel", "index 1000000000 into `out`, which has 8 items, line 25", "program.py:25"),
    ],
)
def test_deaths_in_inner_functions_on_the_stack_and_in_threads(
    tmp_path: Path, how: str, cause: str, place: str
) -> None:
    done = run(tmp_path, script(tmp_path, NESTED), how)
    assert done.returncode == -signal.SIGSEGV
    assert f"  probably: {cause}\n" in done.stderr
    assert f"numscope debug --break {place} program.py {how}\n" in done.stderr


def test_program_that_writes_its_own_fault_report_keeps_them(tmp_path: Path) -> None:
    text = "import faulthandler\nfaulthandler.enable()\n" + (EXAMPLES / "09_segfault.py").read_text()
    done = run(tmp_path, script(tmp_path, text))
    assert done.returncode == -signal.SIGSEGV
    assert "Fatal Python error: Segmentation fault" in done.stderr


def test_kernel_faults_are_told_with_line_block_and_thread(tmp_path: Path) -> None:
    name = script(tmp_path, (EXAMPLES / "14_cuda_simulator.py").read_text())
    done = run(tmp_path, "--cudasim", name)
    assert done.returncode == 1
    # Threads 30 and 31 are both outside, and the simulator's are real ones: either may come first.
    assert re.search(r"program\.py:13 block \(0, 0, 0\) thread \(3[01], 0, 0\): ", done.stderr)
    assert "is outside `arr`, which has 30 items" in done.stderr
    assert "IndexError" in done.stderr


def test_race_that_raises_nothing_ends_with_code_one(tmp_path: Path) -> None:
    text = (
        "import numpy as np\nfrom numba import cuda\n\n@cuda.jit\ndef race(out):\n    out[0] += 1\n\n"
        "race[1, 4](np.zeros(1))\n"
    )
    name = script(tmp_path, text)
    assert run(tmp_path, "--cudasim", name).returncode == 1


@pytest.mark.parametrize(
    ("flags", "says"),
    [
        (
            ["--cudasim", "--sanitize"],
            "--cudasim runs kernels without a GPU, --sanitize and --cuda-debug on one",
        ),
        (
            ["--no-jit", "--crash-report"],
            "--no-jit leaves no compiled code that --crash-report could look into",
        ),
        (["--crash-report", "-c", "pass"], "--crash-report runs the program again under gdb"),
    ],
)
def test_flags_that_contradict_each_other_are_one_sentence(
    tmp_path: Path, flags: list[str], says: str
) -> None:
    done = run(tmp_path, *flags, *([] if "-c" in flags else [script(tmp_path, "pass\n")]))
    assert done.returncode == 2
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "run.numscope").exists()


def test_sanitizer_without_a_gpu_is_one_sentence(tmp_path: Path) -> None:
    from numscope.compiled.numba.cuda.sanitizer import has_gpu

    if has_gpu():
        pytest.skip("there is a GPU here")
    done = run(tmp_path, "--sanitize", script(tmp_path, "pass\n"))
    assert done.returncode == 2
    assert "--sanitize needs an NVIDIA GPU and its driver, and there is none here" in done.stderr
    assert done.stderr.count("\n") == 1


def test_without_numba_or_with_an_old_one_its_flags_are_one_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from numscope.cli import run_numba
    from numscope.cli.main import main

    name = str(tmp_path / script(tmp_path, "pass\n"))
    told = []
    for version in (None, (0, 57)):
        monkeypatch.setattr(run_numba, "_numba_version", lambda version=version: version)
        assert main(["run", "-o", str(tmp_path / "t.numscope"), "--no-jit", name]) == 2
        told.append(capsys.readouterr().err)
    assert "--no-jit needs Numba, and there is none here" in told[0]
    assert "--no-jit needs Numba 0.60 or newer, and here is 0.57" in told[1]


@pytest.mark.long
def test_crash_report_on_request_runs_again_under_gdb(tmp_path: Path) -> None:
    import shutil

    if shutil.which("gdb") is None:
        pytest.skip("gdb is not installed")
    name = script(tmp_path, (EXAMPLES / "09_segfault.py").read_text())
    done = run(tmp_path, "--crash-report", name)
    assert done.returncode == -signal.SIGSEGV
    assert "SIGSEGV at program.py:17 in foo" in done.stderr
    assert "probably: index 1000000000 into `c`, which has 10 items, line 17" in done.stderr


def test_crash_report_without_gdb_is_one_sentence_more(tmp_path: Path) -> None:
    name = script(tmp_path, (EXAMPLES / "09_segfault.py").read_text())
    done = run(tmp_path, "--crash-report", name, env={"PATH": str(tmp_path), "PYTHONPATH": _sources()})
    assert done.returncode == -signal.SIGSEGV
    assert "numscope: gdb is not installed" in done.stderr


def _sources() -> str:
    return str(Path(numscope.__file__).parents[1])


MEMCHECK = """\
========= COMPUTE-SANITIZER
========= Invalid __global__ write of size 8 bytes
=========     at __main__::foo[abi:v1](Array<long long, (int)1, C, mutable, aligned>)+0x2a0 in /home/me/program.py:13
=========     by thread (30,0,0) in block (0,0,0)
=========     Address 0x7f2a00000af0 is out of bounds
=========     and is 1 bytes after the nearest allocation at 0x7f2a00000a00 of size 240 bytes
=========     Saved host backtrace up to driver entry point at kernel launch time
=========         Host Frame: cuLaunchKernel [0x2b7ac0] in libcuda.so.1
=========
========= Invalid __global__ write of size 8 bytes
=========     at __main__::foo[abi:v1](Array<long long, (int)1, C, mutable, aligned>)+0x2a0 in /home/me/program.py:13
=========     by thread (31,0,0) in block (0,0,0)
=========     Address 0x7f2a00000af8 is out of bounds
=========
========= Program hit CUDA_ERROR_LAUNCH_FAILED (error 719)
========= ERROR SUMMARY: 3 errors
"""
RACECHECK = """\
========= COMPUTE-SANITIZER
========= Error: Race reported between Write access at sum_up(double *)+0x1f0 in /home/me/race.py:9
=========     and Read access at sum_up(double *)+0x330 in /home/me/race.py:11 [96 hazards]
=========
========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)
"""
SYNCCHECK = """\
========= COMPUTE-SANITIZER
========= Barrier error detected. Divergent thread(s) in block
=========     at half(float *):0x90 in /home/me/sync.py:7
=========     by thread (0,0,0) in block (1,0,0)
=========
========= ERROR SUMMARY: 1 error
"""


# The forms that users' reports of 2021 to 2026 show, with other names and numbers.
OLD_FORM = """\
========= COMPUTE-SANITIZER
Grid size 2 will likely result in low occupancy.
========= Invalid __global__ read of size 4 bytes
=========     at 0xcd0 in /home/me/steps.py:38:__main__::step[abi:v1,cw51cXT](Array<float, (int)1, C, mutable, aligned>)
=========     by thread (0,2,0) in block (1,0,0)
=========     Address 0x7f0000600010 is out of bounds
=========     and is 1 bytes after the nearest allocation at 0x7f0000600000 of size 16 bytes
=========     Device Frame:cudapy::__main__::step[abi:v1,cw51cXT](Array<float, (int)1, C, mutable, aligned>) [0x530]
=========     Saved host backtrace up to driver entry point at kernel launch time
=========     Host Frame:cuLaunchKernel [0x8a600a]
=========                in /usr/lib/x86_64-linux-gnu/libcuda.so.1
=========
========= ERROR: Race reported between Read access at 0x6360 in /home/me/tiles.py:23:tile(float *, int)
=========     and Write access at 0x1fe0 in /home/me/tiles.py:13:tile(float *, int) [1088 hazards]
=========     and Write access at 0x26d0 in /home/me/tiles.py:18:tile(float *, int) [64 hazards]
=========
"""
NO_LINES = """\
========= Invalid __global__ write of size 4 bytes
=========     at 0x9a0 in cudapy::__main__::Area$241[abi:cw51cXT](long long, Array<double, (int)1, C, mutable, aligned>)
=========     by thread (1,1,0) in block (0,0,0)
=========     Address 0x7f0000200660 is out of bounds
=========
========= Invalid __global__ write of size 256 bytes
=========     at copy_range(unsigned char *, int)+0x120
=========     by thread (0,0,0) in block (0,0,0)
=========     Access to 0x14700000080 is out of bounds
=========     and is 33,036,889 bytes after the nearest allocation at 0xae00000 of size 400,000 bytes
=========
========= Invalid __shared__ read of size 16 bytes
=========     at copy_tile in tile_copy.h:236
=========     by thread (128,0,0) in block (0,0,0)
=========     Address 0x400 is out of bounds
=========
"""


def test_older_and_lineless_forms_of_the_sanitizers_findings_are_read() -> None:
    from numscope.compiled.numba.cuda.sanitizer import read_findings

    read, race = read_findings(OLD_FORM)
    assert (read.kind, read.file, read.line, read.thread) == (
        "invalid access",
        "/home/me/steps.py",
        38,
        (0, 2, 0),
    )
    assert "Address 0x7f0000600010 is out of bounds; and is 1 bytes after" in read.sentence
    assert (race.kind, race.line) == ("race", 23)
    assert race.sentence == (
        "ERROR: Race reported between Read access; and Write access on line 13; and Write access on line 18"
    )
    area, copy, tile = read_findings(NO_LINES)
    assert str(area).startswith(
        "kernel __main__::Area, line unknown, block (0, 0, 0) thread (1, 1, 0): Invalid __global__"
    )
    assert str(copy).startswith("kernel copy_range, line unknown, block (0, 0, 0) thread (0, 0, 0)")
    assert "Access to 0x14700000080 is out of bounds; and is 33,036,889 bytes after" in copy.sentence
    assert (tile.file, tile.line) == ("tile_copy.h", 236)


def test_sanitizers_findings_become_python_lines() -> None:
    from numscope.compiled.numba.cuda.sanitizer import read_findings

    (memory,) = read_findings(MEMCHECK)
    assert (memory.kind, memory.file, memory.line) == ("invalid access", "/home/me/program.py", 13)
    assert (memory.block, memory.thread) == ((0, 0, 0), (30, 0, 0))
    assert memory.sentence == (
        "Invalid __global__ write of size 8 bytes; Address 0x7f2a00000af0 is out of bounds; "
        "and is 1 bytes after the nearest allocation at 0x7f2a00000a00 of size 240 bytes"
    )
    (race,) = read_findings(RACECHECK)
    assert (race.kind, race.line) == ("race", 9)
    assert race.sentence == "Error: Race reported between Write access; and Read access on line 11"
    assert "block" not in str(race)
    (barrier,) = read_findings(SYNCCHECK)
    assert (barrier.kind, barrier.line, barrier.block) == ("barrier", 7, (1, 0, 0))
    assert read_findings("========= COMPUTE-SANITIZER\n========= ERROR SUMMARY: 0 errors\n") == []
