"""An exception that leaves compiled code ends `numscope run` with the traceback inside, with values."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="numba is not installed")

PROGRAM = """
import sys
import numba
import numpy as np

@numba.njit
def ratio(values, count):
    return values.sum() / count

@numba.njit
def mean_above(values, limit):
    count = 0
    for value in values:
        if value > limit:
            count += 1
    return ratio(values, count)

@numba.njit(boundscheck=True)
def every_second(values, place):
    there = place * 2
    return values[there]

@numba.njit
def root(value):
    if value < 0:
        raise ValueError("no root")
    return value ** 0.5

what = sys.argv[1]
if what == "division":
    mean_above(np.arange(5.0), 10.0)
elif what == "index":
    every_second(np.arange(5.0), 4)
else:
    try:
        root(-2.0)
    except ValueError:
        pass
    raise ValueError("no root")
"""


def ended(folder: Path, what: str) -> str:
    (folder / "program.py").write_text(PROGRAM)
    done = subprocess.run(
        [sys.executable, "-m", "numscope", "run", "program.py", what],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=200,
    )
    assert done.returncode == 1, done.stderr
    return done.stderr


def line_of(text: str) -> int:
    return next(number for number, line in enumerate(PROGRAM.splitlines(), 1) if line.strip() == text)


def test_a_division_by_zero_has_the_lines_and_values_on_its_way(tmp_path: Path) -> None:
    _, _, inside = ended(tmp_path, "division").partition("inside compiled numba.__main__.mean_above")
    lines = inside.splitlines()
    assert f"  program.py:{line_of('return ratio(values, count)')} in mean_above" in lines
    assert f"  program.py:{line_of('return values.sum() / count')} in ratio" in lines
    assert lines.count("    count = 0") == 2
    assert lines[-1] == "ZeroDivisionError: division by zero"


def test_an_index_out_of_range_has_its_number(tmp_path: Path) -> None:
    _, _, inside = ended(tmp_path, "index").partition("inside compiled numba.__main__.every_second")
    assert "    there = 8" in inside
    assert inside.endswith("  index 8 into `values`, which has 5 items\n")


def test_an_exception_of_the_programs_own_is_not_taken_for_one_that_it_caught(tmp_path: Path) -> None:
    assert "inside compiled" not in ended(tmp_path, "own")
