"""Traces of programs that still run, that were killed, and that are read-only or sealed half."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.trace.conftest import small_shard
from tests.trace.encoder import write_manifest

import numscope
from numscope.trace.sealing import StillWrittenError, seal

pytest.importorskip("numscope._core", reason="the native core is not built")

PROGRAM = """
import sys, time
import numpy as np
import numscope

def slow(x):
    if x == 100:
        print("inside", flush=True)
        time.sleep(60)
    return x

with numscope.record(sys.argv[1]):
    a = np.arange(5.0)
    for number in range(100):
        a = a + 1
    print("ready", flush=True)
    if sys.argv[2] == "inside":
        np.vectorize(slow)(np.array([100]))
    time.sleep(60)
"""


@pytest.fixture
def running(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    yield from start(tmp_path, "waiting")


@pytest.fixture
def running_inside(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    yield from start(tmp_path, "inside")


def start(tmp_path: Path, where: str) -> Iterator[subprocess.Popen[str]]:
    words = [sys.executable, "-c", PROGRAM, str(tmp_path / "t.numscope"), where]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    if where == "inside":
        assert process.stdout.readline() == "inside\n"
    yield process
    process.kill()
    process.wait()
    process.stdout.close()


def raw_files(trace: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in trace.rglob("*") if path.is_file()}


def test_a_running_program_is_read_and_not_disturbed(running: subprocess.Popen[str], tmp_path: Path) -> None:
    before = raw_files(tmp_path / "t.numscope")
    with numscope.open(tmp_path / "t.numscope") as trace:
        assert sum(operation.name == "numpy.add" for operation in trace) == 100
        assert trace[-1].outputs[0].value().tolist() == [100.0, 101.0, 102.0, 103.0, 104.0]
        assert trace.table("processes")["ended_ns"].to_pylist() == [None]
    assert raw_files(tmp_path / "t.numscope") == before
    assert running.poll() is None


def test_a_running_program_is_not_sealed(running: subprocess.Popen[str], tmp_path: Path) -> None:
    assert not numscope.trace.sealing.may_be_sealed(tmp_path / "t.numscope")


def test_a_killed_program_left_everything(running: subprocess.Popen[str], tmp_path: Path) -> None:
    live = [str(operation) for operation in numscope.open(tmp_path / "t.numscope")]
    running.send_signal(signal.SIGKILL)
    running.wait()
    with numscope.open(tmp_path / "t.numscope") as trace:
        assert [str(operation) for operation in trace] == live
        assert trace[-1].outputs[0].value().tolist() == [100.0, 101.0, 102.0, 103.0, 104.0]
    manifest = json.loads((tmp_path / "t.numscope" / "manifest.json").read_text())
    assert manifest["state"] == "sealed"
    with numscope.open(tmp_path / "t.numscope") as trace:
        assert [str(operation) for operation in trace] == live


def test_what_had_not_ended_is_there_unfinished(
    running_inside: subprocess.Popen[str], tmp_path: Path
) -> None:
    running_inside.kill()
    running_inside.wait()
    with numscope.open(tmp_path / "t.numscope") as trace:
        unfinished = [operation for operation in trace if operation.unfinished]
        assert unfinished
        assert all(operation.duration_ns is None for operation in unfinished)
        assert unfinished[0].user_visible
        assert "vectorize" in unfinished[0].name or "slow" in unfinished[0].name
        assert "never ended" in str(unfinished[0])


def test_processes_have_their_operations_one_after_another(tmp_path: Path) -> None:
    write_manifest(tmp_path / "t.numscope")
    for ordinal in (10, 2, 0):
        small_shard().write_closed(tmp_path / "t.numscope" / "processes" / f"{ordinal}-77")
    with numscope.open(tmp_path / "t.numscope") as trace:
        assert [operation.id for operation in trace] == list(range(12))
        assert [operation.process for operation in trace] == [0] * 4 + [1] * 4 + [2] * 4
        assert {operation.name for operation in trace[4:8]} == {operation.name for operation in trace[:4]}
        assert trace[6].parent == 5
        assert trace.table("processes")["directory"].to_pylist() == ["0-77", "2-77", "10-77"]
        assert len(trace.values) == 1


def test_a_read_only_trace_is_read(small_trace: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may write everywhere")
    small_trace.chmod(0o555)
    try:
        assert len(numscope.open(small_trace)) == 4
    finally:
        small_trace.chmod(0o755)


def test_sealing_cut_short_is_begun_again(small_trace: Path) -> None:
    # As a kill between the renaming of the tables and the manifest leaves it, and one in the middle of writing.
    (small_trace / "tables").mkdir()
    (small_trace / "tables" / "operations.parquet").write_bytes(b"half")
    (small_trace / ".tables-dead").mkdir()
    assert len(numscope.open(small_trace)) == 4
    assert sorted(path.name for path in small_trace.iterdir()) == ["manifest.json", "processes", "tables"]


def test_sealing_waits_for_nobody_who_still_writes(
    small_trace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = small_trace / "processes" / "0-4194311" / "events-0.log"

    def write_more(done: int, total: int) -> None:
        with log.open("ab") as file:
            file.write(bytes(8))

    with pytest.raises(StillWrittenError, match="still being written"):
        seal(small_trace, write_more)
    assert log.exists()
    assert not (small_trace / "tables").exists()


def test_progress_is_told(small_trace: Path) -> None:
    told: list[tuple[int, int]] = []
    seal(small_trace, lambda done, total: told.append((done, total)))
    assert told[-1][0] == told[-1][1] > 0


def test_opening_a_large_live_trace_does_not_wait_for_its_end(
    running: subprocess.Popen[str], tmp_path: Path
) -> None:
    started = time.monotonic()
    numscope.open(tmp_path / "t.numscope").close()
    assert time.monotonic() - started < 30  # it sleeps for 60 s
