"""A recording with --rotate: the newest operations are kept whole, the oldest are dropped, the disk stays within its bound."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import numscope

SIZE, KEEP = 16_000_000, 3
# Each step makes 96 kB that were never there before; the program knows what each of its steps gave.
LOOP = """
import sys, numpy as np
steps = int(sys.argv[1])
x = np.arange(4096.0)
def scale_of(n):
    with np.errstate(invalid="ignore"):
        return np.log(x - n)  # NaN
def step(n):
    y = x + n
    return float((np.sqrt(y) * 0.5).sum())
for n in range(steps):
    if n == steps - 100:
        scale = scale_of(n)
    last = step(n)
np.multiply(scale, 2.0)
print(last)
"""


def size_on_disk(folder: Path) -> int:
    found = 0
    for path in folder.rglob("*"):
        try:
            state = path.lstat()
        except FileNotFoundError:
            continue
        found += min(state.st_size, state.st_blocks * 512)
    return found


@pytest.fixture(scope="module")
def rotated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[subprocess.CompletedProcess[str], Path]]:
    folder = tmp_path_factory.mktemp("rotated")
    (folder / "loop.py").write_text(LOOP)
    command = [sys.executable, "-m", "numscope", "run", "--rotate", str(SIZE), "--keep", str(KEEP)]
    run = subprocess.run(
        [*command, "-o", "t.numscope", "loop.py", "1500"], cwd=folder, capture_output=True, text=True, check=True
    )
    yield run, folder / "t.numscope"


def operations_of(steps: int, folder: Path) -> int:
    """How many the program performs, by a recording that drops nothing."""
    command = [sys.executable, "-m", "numscope", "run", "--values", "none", "-o", f"whole-{steps}.numscope"]
    subprocess.run([*command, "loop.py", str(steps)], cwd=folder, check=True, capture_output=True)
    return len(numscope.open(folder / f"whole-{steps}.numscope"))


def test_the_newest_operations_are_kept_and_the_oldest_counted(rotated) -> None:
    run, path = rotated
    kept, dropped = (
        int(re.search(rf"([\d,]+) {words}", run.stderr)[1].replace(",", ""))
        for words in ("operations", "that began before [0-9:]+ dropped")
    )
    with numscope.open(path) as trace:
        rows = trace.table("processes").to_pylist()
        sums = [one for one in trace.operations if one.name.endswith("sum") and one.user_visible]
        assert sums[-1].outputs[0].value() == pytest.approx(float(run.stdout))
        assert len(trace) == kept
    assert kept + dropped == operations_of(1500, path.parent)
    assert rows[0]["begun_before"] == dropped
    assert [row["segment"] for row in rows] == list(range(rows[0]["segment"], rows[0]["segment"] + KEEP))
    assert size_on_disk(path / "processes") < KEEP * SIZE


def test_each_kept_value_is_that_of_the_plain_run(rotated) -> None:
    _, path = rotated
    with numscope.open(path) as trace:
        roots = [one for one in trace.operations if one.name == "numpy.sqrt"]
        assert len(roots) > 100
        for back in (1, len(roots) // 2, len(roots) - 1):
            expected = np.sqrt(np.arange(4096.0) + (1500 - back))
            np.testing.assert_array_equal(roots[-back].outputs[0].value(), expected)


def test_segments_are_one_process(rotated) -> None:
    _, path = rotated
    with numscope.open(path) as trace:
        rows = trace.table("processes").to_pylist()
        assert {row["first_segment"] for row in rows} == {0}
        assert {row["process"] for row in trace.table("calls").to_pylist()} == {0}
        assert len(trace.table("threads")) == 1
        assert sum(row["operations"] for row in rows) == len(trace)
    assert len(list((path / "processes").glob("*/process.json"))) == 1


def test_an_operand_made_in_an_earlier_segment_has_its_origin(rotated) -> None:
    _, path = rotated
    with numscope.open(path) as trace:
        product = [one for one in trace.operations if one.name == "numpy.multiply"][-1]
        makers = [one for one in trace.operations if one.name == "numpy.log"]
        starts = [row["first_operation"] for row in trace.table("processes").to_pylist()]
        assert any(makers[-1].id < start <= product.id for start in starts)
    asked = [sys.executable, "-m", "numscope", "nan", str(path)]
    told = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
    first, *others = told.splitlines()
    assert "loop.py:7 takes the logarithm of negative numbers" in first
    assert any("they reach numpy.multiply at" in line for line in others), told
