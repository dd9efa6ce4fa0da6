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
import numba.experimental
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

@numba.vectorize
def share(part, whole):
    if whole == 0:
        raise ValueError("no whole")
    return part / whole

@numba.guvectorize(["void(f8[:], f8, f8[:])"], "(n),()->(n)")
def scaled(values, scale, out):
    for i in range(values.shape[0]):
        if values[i] * scale > 50:
            raise ValueError("too large")
        out[i] = values[i] * scale

@numba.njit(parallel=True)
def harmonic(values):
    total = 0.0
    for i in numba.prange(values.shape[0]):
        total += values[i]
    if total > 10:
        raise ValueError("too much")
    return total

@numba.experimental.jitclass([("size", numba.int64), ("items", numba.float64[:])])
class Box:
    def __init__(self, size):
        self.size = size
        self.items = np.ones(size)

    def inside(self, place):
        return place < self.size

    def item(self, place):
        if not self.inside(place):
            raise ValueError("not in the box")
        return self.items[place]

what = sys.argv[1]
if what == "division":
    mean_above(np.arange(5.0), 10.0)
elif what == "index":
    every_second(np.arange(5.0), 4)
elif what == "vectorize":
    share(np.array([1.0, 2.0, 3.0]), np.array([4.0, 0.0, 0.0]))
elif what == "guvectorize":
    scaled(np.array([[1.0, 2.0], [3.0, 60.0]]), np.array([1.0, 2.0]))
elif what == "prange":
    harmonic(np.ones(20))
elif what == "jitclass":
    Box(3).item(7)
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


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("what", "text", "values"),
    [
        ("vectorize", 'raise ValueError("no whole")', ["part = 2.0", "whole = 0.0"]),
        (
            "guvectorize",
            'raise ValueError("too large")',
            ["values = array([ 3., 60.])", "scale = 2.0", "i = 1"],
        ),
        ("prange", 'raise ValueError("too much")', ["total = 20.0"]),
        ("jitclass", 'raise ValueError("not in the box")', ["self.size = 3", "place = 7"]),
    ],
)
def test_every_kind_of_compiled_function_is_looked_into(
    what: str, text: str, values: list[str], tmp_path: Path
) -> None:
    _, _, inside = ended(tmp_path, what).partition("numscope: inside compiled ")
    assert f"{line_of(text)} | {text}" in inside
    for value in values:
        assert f"    {value}\n" in inside


def test_an_exception_of_the_programs_own_is_not_taken_for_one_that_it_caught(tmp_path: Path) -> None:
    assert "inside compiled" not in ended(tmp_path, "own")
