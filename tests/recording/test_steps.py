"""Steps of the program are marks in the trace, and a recording may be limited to some of them, or to some ranks."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import numscope
from numscope.recording.kinds import Ranges, in_ranges

# The step's number is an operand of its only operation.
PROGRAM = """
import numpy as np, numscope
values = np.zeros(3)
for number in range(12):
    np.add(values, number)
    numscope.step()
np.add(values, 100)
"""


def record(folder: Path, *options: str, **environ: str) -> Path:
    (folder / "program.py").write_text(PROGRAM, encoding="utf-8")
    words = [sys.executable, "-m", "numscope", "run", "-o", "t.numscope", *options, "program.py"]
    subprocess.run(words, cwd=folder, env={**os.environ, **environ}, check=True, stderr=subprocess.DEVNULL)
    return folder / "t.numscope"


def ask(trace: Path, query: str) -> list[Any]:
    with numscope.open(trace, trust=True) as opened:
        return [tuple(row.values()) for row in opened.sql(query).to_pylist()]


def steps_in(trace: Path) -> list[int]:
    rows = ask(
        trace,
        "select integer from operations join operands on operation = operations.id "
        "where integer is not null and operations.name = 'numpy.add' order by operations.id",
    )
    return [row[0] for row in rows]


def test_each_step_is_a_mark_before_the_operation_that_follows(tmp_path: Path) -> None:
    trace = record(tmp_path)
    marks = ask(trace, "select kind, number, operation, time_ns from marks order by number")
    assert [mark[:2] for mark in marks] == [("step", number) for number in range(1, 13)]
    times = dict(ask(trace, "select id, time_ns from operations"))
    for number, (_, _, operation, time_ns) in enumerate(marks, 1):
        assert times[operation - 1] <= time_ns <= times[operation]
        assert steps_in(trace)[number - 1] == number - 1
    assert steps_in(trace) == [*range(12), 100]


@pytest.mark.parametrize(
    ("ranges", "expected"),
    [
        ("3", [3]),
        ("2:4,9", [2, 3, 9]),
        ("::5", [0, 5, 10]),
        ("11:", [11, 100]),
        ("1:8:3,4", [1, 4, 7]),
        ("50", []),
    ],
)
def test_only_the_steps_that_were_asked_for_are_recorded(
    ranges: str, expected: list[int], tmp_path: Path
) -> None:
    trace = record(tmp_path, "--steps", ranges)
    assert steps_in(trace) == expected
    assert len(ask(trace, "select * from marks")) == 12


def test_only_the_ranks_that_were_asked_for_are_recorded(tmp_path: Path) -> None:
    for rank, expected in (("0", 13), ("1", 0), ("7", 13), (None, 13)):
        folder = tmp_path / str(rank)
        folder.mkdir()
        trace = record(folder, "--ranks", "0,7", **({"RANK": rank, "WORLD_SIZE": "8"} if rank else {}))
        assert len(steps_in(trace)) == expected


@pytest.mark.parametrize("wrong", ["x", "5:5", "9:3", "::0", "-1", "1:2:3:4", "1.5"])
def test_what_is_no_range_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match="number"):
        Ranges().parse(wrong)


def test_ranges_hold_what_slices_do() -> None:
    for text in ("3", "2:9", "4:", ":5", "::3", "1:20:4", "2::7"):
        words = [int(word) if word else None for word in text.split(":")]
        expected = [words[0]] if len(words) == 1 else list(range(30))[slice(*words)]
        assert [number for number in range(30) if in_ranges(number, (text,))] == expected
