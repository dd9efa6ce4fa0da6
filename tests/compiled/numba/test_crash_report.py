"""A program that dies in compiled code ends with a report: signal, line, locals, the index that does not fit."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("numba", reason="numba is not installed")

from numscope.compiled.numba.crash.called_functions import called_functions
from numscope.compiled.numba.crash.fault_file import name_of_signal, read_fault
from numscope.compiled.numba.crash.gdb_run import crash_report
from numscope.compiled.numba.crash.index_errors import index_errors
from numscope.compiled.numba.crash.last_moments import _about_the_call
from numscope.trace.reader import open_trace
from sweeps import shortened

WILD = """\
import sys

import numpy as np
from numba import njit


@njit
def peek(c, index):
    a = 3
    d = c[index + a]
    return d


peek(np.arange(10), int(sys.argv[1]))
"""

needs_gdb = pytest.mark.skipif(shutil.which("gdb") is None, reason="gdb is not installed")


@pytest.fixture
def wild(tmp_path: Path) -> Path:
    script = tmp_path / "wild.py"
    script.write_text(WILD)
    return script


@needs_gdb
def test_report_says_which_index_does_not_fit_which_array(wild: Path) -> None:
    report = crash_report(str(wild), ["1000000000"], timeout=100)
    assert report.signal == "SIGSEGV"
    assert report.stop is not None
    assert (report.stop.function, report.stop.line) == ("peek", 10)
    assert report.stop.values["index"] == 1000000000
    assert report.stop.values["c"].tolist() == list(range(10))
    assert report.causes == ["index 1000000003 into `c`, which has 10 items"]
    assert "probably: index 1000000003 into `c`, which has 10 items, line 10" in str(report)
    assert f"numscope debug --break wild.py:10 {wild}" in str(report)


@needs_gdb
def test_program_that_does_not_die_again_is_said_to(wild: Path) -> None:
    report = crash_report(str(wild), ["2"], timeout=100)
    assert report.signal is None
    assert "did not die" in str(report)


def test_fault_report_name_the_signal_and_the_python_line(wild: Path, tmp_path: Path) -> None:
    words = tmp_path / "words"
    arming = f"from numscope.compiled.numba.crash.fault_file import arm\narm({str(words)!r})\n"
    wild.write_text(arming + WILD)
    done = subprocess.run([sys.executable, str(wild), "1000000000"], capture_output=True, timeout=100)
    assert name_of_signal(done.returncode) == "SIGSEGV"
    said = read_fault(words)
    assert said is not None
    assert said.cause == "Segmentation fault"
    assert [(frame.function, frame.line) for frame in said.frames] == [("<module>", 16)]


def test_no_fault_report_without_a_death(tmp_path: Path) -> None:
    assert read_fault(tmp_path / "none") is None
    (tmp_path / "empty").touch()
    assert read_fault(tmp_path / "empty") is None
    assert name_of_signal(0) is None
    assert name_of_signal(139) == "SIGSEGV"


def test_index_errors_look_at_every_axis_and_only_at_what_can_be_computed(tmp_path: Path) -> None:
    file = tmp_path / "lines.py"
    file.write_text("x = table[i, j - 1] + row[-i] + table[f(i), 0] + row[9]\n")
    values = {"table": np.zeros((3, 4)), "row": np.zeros(9), "i": 2, "j": 6}
    assert list(index_errors(str(file), 1, values)) == [
        "index 5 into `table`, which has 4 items along axis 1",
        "index 9 into `row`, which has 9 items",
    ]


SMALL = """\
import os
import signal

import numpy as np
from numba import njit


@njit(cache=True)
def smear(out, n, rounds):
    for i in range(n):
        total = 0.0
        for k in range(rounds):
            total += 1.0 / (k + total + 1)
        out[i] = total
    return out


@njit
def fine(x):
    return x + 1


@njit
def reach(values, places):
    total = 0.0
    for place in places:
        total += values[place]
    return total


reach(np.ones(4), np.array([1, 4]))
smear(np.zeros(10), 11, 1000)
for turn in range(20):
    fine(turn)
os.kill(os.getpid(), signal.SIGSEGV)
"""

HEAP = """\
import numpy as np
from numba import njit


@njit
def fill(out, n):
    for i in range(n):
        out[i] = 7
    return out


fill(np.zeros(8, np.int64), 2_000_000_000)
"""

CALLBACK = """\
import ctypes

import numpy as np
from numba import carray, cfunc, types


@cfunc(types.int64(types.CPointer(types.double), types.intp))
def reach(pointer, n):
    a = carray(pointer, (4,))
    a[n] = 1.0
    return n


reach.ctypes(np.zeros(4).ctypes.data_as(ctypes.POINTER(ctypes.c_double)), 10**10)
"""

INTEGRAND = """\
import numpy as np
from numba import carray, cfunc, types
from scipy import LowLevelCallable
from scipy.integrate import quad


@cfunc(types.double(types.intc, types.CPointer(types.double)))
def integrand(count, values):
    return carray(values, (count,))[10**10]


quad(LowLevelCallable(integrand.ctypes), 0, 1)
"""

ROWS = """\
import numpy as np
from numba import njit, prange


@njit(parallel=True)
def rows(a, shift):
    for i in prange(a.shape[0]):
        a[i, shift + i] = 1.0
    return a


rows(np.zeros((50, 60)), 10**12)
"""


def report_of(source: str, folder: Path, *options: str) -> str:
    (folder / "dying.py").write_text(source)
    done = subprocess.run(
        [sys.executable, "-m", "numscope", "run", *options, "dying.py"],
        cwd=folder, capture_output=True, text=True, timeout=280,
    )  # fmt: skip
    assert done.returncode in (-11, 139), done.stderr
    return done.stderr


def test_a_small_write_outside_an_array_is_found_although_it_ended_many_calls_ago(tmp_path: Path) -> None:
    report = report_of(SMALL, tmp_path)
    assert (
        "An earlier call wrote or read outside an array, and ended: numba.__main__.smear (dying.py:8)"
        in report
    )
    assert "probably: index 10 into `out`, which has 10 items, line 14" in report
    assert (
        "So did a call of numba.__main__.reach (dying.py:23): index 4 is outside an array that has 4 items, line 27"
        in report
    )


@pytest.mark.long
def test_what_takes_too_long_as_python_is_found_by_bounds_checks(tmp_path: Path, monkeypatch) -> None:
    report_of(SMALL, tmp_path, "-o", "small.numscope")
    monkeypatch.setattr("numscope.compiled.numba.crash.dying_call._LONGEST_S", 0.01)
    monkeypatch.chdir(tmp_path)
    with open_trace(tmp_path / "small.numscope") as trace:
        _, lines = _about_the_call(trace, 11, [])
    assert lines[1:3] == [
        "  with bounds checks: index 10 is outside an array that has 10 items, line 14",
        "      14 | out[i] = total",
    ]


@pytest.mark.parametrize("size", shortened([1000, 3_000_000, 8, 100_000], 2))
def test_a_write_that_goes_on_to_the_end_of_the_heap_leaves_what_its_call_was_given(
    tmp_path: Path, size: int
) -> None:
    report = report_of(HEAP.replace("zeros(8", f"zeros({size}"), tmp_path)
    assert f"probably: index {size} into `out`, which has {size} items, line 8" in report
    assert f"    i = {size}\n" in report
    assert f"numba.__main__.fill(int64 ({size},), 2000000000) -> never ended" in report


def test_a_callback_is_named_by_the_line_that_calls_it(tmp_path: Path) -> None:
    pytest.importorskip("scipy", reason="scipy is not installed")
    report = report_of(INTEGRAND, tmp_path)
    assert (
        "in integrand (dying.py:7), called at dying.py:12; what it was given is not recorded of a cfunc"
        in report
    )


@pytest.mark.parametrize(
    ("how", "call"),
    [
        ("f = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)(eight.address)", "f(8)"),
        ("libc = ctypes.CDLL(None)", "libc.qsort(bytes(64), 8, 8, ctypes.c_void_p(eight.address))"),
    ],
)
def test_a_callback_is_named_where_a_variable_or_an_argument_holds_it(
    how: str, call: str, tmp_path: Path
) -> None:
    script = tmp_path / "held.py"
    script.write_text(
        f"""import ctypes
from numba import cfunc

@cfunc("int64(CPointer(int64))")
def eight(place):
    return place[1]

{how}
{call}
"""
    )
    assert [found.name for found in called_functions(str(script), 9)] == ["eight"]


@pytest.mark.long
@needs_gdb
def test_gdb_shows_the_index_inside_a_callback_and_the_turn_of_a_parallel_loop(tmp_path: Path) -> None:
    report = report_of(CALLBACK, tmp_path, "--crash-report")
    assert "probably: index 10000000000 into `a`, which has 4 items, line 10" in report
    report = report_of(ROWS, tmp_path, "--crash-report", "-o", "rows.numscope")
    assert re.search(r"SIGSEGV at dying.py:8 in prange  \(thread \d+, turn i = np.uint64\(\d+\)\)", report), (
        report
    )
    assert re.search(
        r"probably: index 10000000000\d\d into `a`, which has 60 items along axis 1, line 8", report
    )


RECURSION = """\
from numba import int64, njit


@njit(int64(int64))
def down(n):
    if n == -1:
        return 0
    return down(n + 1) + 1


down(0)
"""


def test_a_recursion_without_end_is_named(tmp_path: Path) -> None:
    report = report_of(RECURSION, tmp_path)
    assert "probably: `down` calls itself more often than the stack has room for, line 8" in report


@pytest.mark.long
@needs_gdb
def test_gdb_folds_the_frames_of_a_recursion(tmp_path: Path) -> None:
    report = report_of(RECURSION, tmp_path, "--crash-report")
    assert re.search(
        r"  called from dying.py:8 in down \([\d,]+ times\)\n  called from dying.py:11 in", report
    ), report
