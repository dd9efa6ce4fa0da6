"""A trace is followed while real programs write it; what is told adds up to what the sealed trace holds."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pyarrow.compute as pc
import pytest

import numscope
from numscope.errors import TraceError
from numscope.trace.follower import Follower

# Ends when it is told to: what follows is then there, and the program still runs.
CODE = """
import sys, numpy
for line in sys.stdin:
    for n in range(int(line)):
        a = numpy.ones(5) * n
    numpy.log(a - 1e9)
    print("done", flush=True)
"""


@pytest.fixture
def program(tmp_path: Path, clean_environ: dict[str, str]):
    words = [sys.executable, "-m", "numscope", "run", "-o", str(tmp_path / "t.numscope"), "-c", CODE]
    with subprocess.Popen(
        words,
        env=clean_environ,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as program:
        yield program
        program.kill()


def let(program: subprocess.Popen[str], turns: int) -> None:
    assert program.stdin is not None
    assert program.stdout is not None
    program.stdin.write(f"{turns}\n")
    program.stdin.flush()
    assert program.stdout.readline() == "done\n"


def test_each_look_tells_what_is_new(program: subprocess.Popen[str], tmp_path: Path) -> None:
    path = tmp_path / "t.numscope"
    let(program, 10)
    follower = Follower(path)
    looks = [follower.news()]
    for turns in (1, 30_000):  # more than the ring holds: what was read is then in the file
        let(program, turns)
        looks.append(follower.news())
    tables = [look.operations for look in looks]
    assert [pc.sum(pc.equal(table["name"], "numpy.multiply")).as_py() for table in tables] == [10, 1, 30_000]
    for table in tables:
        bad = table.filter(
            pc.and_(table["made_nonfinite"], table["user_visible"])
        )  # numpy.empty holds anything
        assert bad["name"].to_pylist() == ["numpy.log"]
        assert bad["user_line"].to_pylist() == [6]
    assert not any(look.ended for look in looks)
    assert all(len(look.processes) == 1 for look in looks)
    assert follower.news().operations.num_rows == 0
    assert program.stdin is not None
    program.stdin.close()
    program.wait(60)
    rest = follower.news()
    assert rest.ended
    with numscope.open(path) as trace:
        told = sum(table.num_rows for table in tables)
        assert told == len(trace)
        costs = sum(pc.sum(table["duration_ns"]).as_py() for table in tables)
        sealed = pc.sum(trace.table("operations")["duration_ns"]).as_py()
        # The clock is calibrated anew at each look, and once lost the processor between its two readings: 6 % off.
        assert costs == pytest.approx(sealed, rel=0.5)
    with pytest.raises(TraceError, match="sealed"):
        Follower(path)


def test_what_is_no_trace_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TraceError, match="there is no trace"):
        Follower(tmp_path / "nowhere")


def test_a_trace_that_goes_away_says_so(program: subprocess.Popen[str], tmp_path: Path) -> None:
    let(program, 3)
    follower = Follower(tmp_path / "t.numscope")
    follower.news()
    (tmp_path / "t.numscope").rename(tmp_path / "gone")
    time.sleep(0.01)
    with pytest.raises(TraceError, match="there is no trace"):
        follower.news()
