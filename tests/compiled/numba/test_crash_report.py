"""A program that dies in compiled code ends with a report: signal, line, locals, the index that does not fit."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("numba", reason="numba is not installed")

from numscope.compiled.numba.crash.fault_file import name_of_signal, read_fault
from numscope.compiled.numba.crash.gdb_run import crash_report
from numscope.compiled.numba.crash.index_errors import index_errors

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
