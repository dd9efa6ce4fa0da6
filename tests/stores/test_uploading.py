"""Uploads that are cut short, stores that fail, and programs that outlive the command which started them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.stores.conftest import Command

import numscope as product
from numscope.format.files import Folder
from numscope.stores.opening import open_store
from numscope.stores.reading import BLOCK_BYTES, StoredFiles
from numscope.stores.uploader import patiently
from numscope.stores.uploading import Upload
from sweeps import shortened

# 45 MB of events, in segments of 16 MB, over 3 seconds.
LONG = """\
import sys, time
import numpy as np
a = np.ones(8)
for step in range(int(sys.argv[1])):
    for _ in range(5_000):
        np.sqrt(a)
    time.sleep(0.1)
print("done")
"""


def _uploaded(url: str, trace: Path) -> int:
    """Upload as the command does, patiently, and return how many bytes were sent."""
    upload = Upload(Folder.at(trace), open_store(url))
    patiently(upload.begin, 600)
    patiently(upload.whole, 600)
    return upload.bytes_put


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    import numpy as np

    path = tmp_path / "small.numscope"
    with product.record(path):
        for number in range(20):
            np.sqrt(np.full(100, float(number)))
    product.open(path).close()
    return path


@pytest.fixture
def flaky() -> dict[str, int]:
    """The scheme flaky://: a file system in memory of which every third call fails."""
    import fsspec
    from fsspec.implementations.memory import MemoryFileSystem

    calls = {"made": 0, "failed": 0}

    def failing(name: str) -> Callable[..., Any]:
        whole = getattr(MemoryFileSystem, name)

        def call(self: Any, *args: Any, **options: Any) -> Any:
            calls["made"] += 1
            if calls["made"] % 3 == 0:
                calls["failed"] += 1
                raise TimeoutError("the store is away")
            return whole(self, *args, **options)

        return call

    members = {name: failing(name) for name in ("cat_file", "put_file")}
    kind = type(
        "Flaky", (MemoryFileSystem,), {**members, "protocol": "flaky", "store": {}, "pseudo_dirs": [""]}
    )
    fsspec.register_implementation("flaky", kind, clobber=True)
    return calls


def test_a_store_that_fails_every_third_call_has_all_of_it_in_the_end(
    flaky: dict[str, int], trace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    _uploaded("flaky://run.numscope", trace)
    assert flaky["failed"] > 5
    with product.open("flaky://run.numscope") as stored, product.open(trace) as local:
        assert len(stored) == len(local) > 20
        for name in local.values:
            assert stored.values.content(name) == local.values.content(name)


def test_what_is_there_is_not_sent_again(s3: dict[str, str], trace: Path) -> None:
    url = "s3://runs/again.numscope"
    first = _uploaded(url, trace)
    assert first > 10_000
    assert _uploaded(url, trace) == 0
    store = open_store(url)
    (name,) = (name for name in store.sizes() if name.startswith("tables/operands"))
    store.delete(name)
    assert 0 < _uploaded(url, trace) < first / 2


def test_an_upload_that_is_killed_is_finished_by_the_next(
    s3: dict[str, str], numscope: Command, trace: Path, clean_environ: dict[str, str]
) -> None:
    with product.open(trace) as local:
        expected = len(local), sorted(local.values)
    for number in range(8):
        url = f"s3://runs/killed-{number}.numscope"
        process = subprocess.Popen(
            [sys.executable, "-m", "numscope", "upload", str(trace), url],
            env={**os.environ, **clean_environ, **s3}, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        time.sleep(0.15 + 0.05 * number)
        process.kill()
        process.wait()
        numscope("upload", str(trace), url)
        with product.open(url) as stored:
            assert (len(stored), sorted(stored.values)) == expected


@pytest.mark.long
def test_of_a_store_that_is_away_the_program_notices_nothing(
    numscope: Command, script: Path, s3: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    done = numscope("run", "-o", "s3://runs/away.numscope", str(script), at="http://127.0.0.1:9")
    assert done.stdout == "nan\n"
    assert "[not-uploaded]" in done.stderr
    words = done.stderr.partition("bring it in with: numscope ")[2].split()[:3]
    numscope(*words)
    assert "program.py:5" in numscope("nan", words[2], code=1).stdout


def test_a_store_that_hangs_does_not_hold_the_end_of_a_run(
    s3: dict[str, str], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from threading import Event

    from numscope.cli import run_upload

    asked, never = Event(), Event()

    class Hanging:
        url = "s3://runs/hangs.numscope"

        def sizes(self) -> dict[str, int]:
            asked.set()
            never.wait()
            return {}

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(run_upload, "open_store", lambda url: Hanging())
    monkeypatch.setattr(run_upload, "_ANSWER_SECONDS", 0.5)
    uploaded = run_upload.UploadedRun(Hanging.url)
    with product.record(uploaded.folder, values="none"):
        pass
    uploaded.begin()
    # Without a limit this waits for good, and the test's own ends it.
    assert not uploaded.end()
    assert asked.is_set()
    never.set()
    assert "s3://runs/hangs.numscope does not answer. The trace is in" in capfd.readouterr().err


def _started(words: list[str], environ: dict[str, str], folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "numscope", *words],
        env=environ, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def _wait_for(what: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end
        time.sleep(0.1)


@pytest.mark.parametrize("who", shortened(["uploader", "program", "command"], 2))
def test_nothing_is_lost_when_one_of_them_is_killed(
    who: str, s3: dict[str, str], clean_environ: dict[str, str], tmp_path: Path
) -> None:
    import psutil

    (tmp_path / "long.py").write_text(LONG)
    url = f"s3://runs/kill-{who}.numscope"
    words = ["run", "--values", "none", "--rotate", "16M", "--keep", "8", "-o", url, "long.py"]
    # What is killed would run for minutes: within three seconds it could end before, on a busy machine.
    words.append("3000" if who == "program" else "30")
    process = _started(words, {**os.environ, **clean_environ, **s3}, tmp_path)
    store = open_store(url)
    _wait_for(lambda: any("events" in name for name in store.sizes()))
    children = psutil.Process(process.pid).children()
    (uploader,) = (child for child in children if "numscope.stores.uploader" in child.cmdline())
    # Beside them a child of the command's own waits to seal the trace.
    (program,) = (child for child in children if child != uploader and "run" not in child.cmdline())
    {"uploader": uploader, "command": psutil.Process(process.pid), "program": program}[who].send_signal(
        signal.SIGKILL
    )
    if who == "command":
        _wait_for(lambda: not program.is_running() or program.status() == psutil.STATUS_ZOMBIE)
        _wait_for(lambda: not uploader.is_running() or uploader.status() == psutil.STATUS_ZOMBIE)
    process.communicate(timeout=120)
    with product.open(url) as trace:
        counted = trace.sql("select count(*) n from operations where name = 'numpy.sqrt'")["n"][0].as_py()
        dropped = trace.sql(
            "select begun_before from processes where segment = (select min(segment) from processes)"
        )["begun_before"][0].as_py()
    assert dropped == 0
    assert counted == 150_000 if who != "program" else 20_000 < counted < 15_000_000


class _Bytes:
    """A store with one object."""

    url = "test://bytes"

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.asked = 0

    def sizes(self) -> dict[str, int]:
        return {f"tables/x.parquet/1-{'0' * 64}": len(self.data)}

    def get_part(self, name: str, part: Any) -> bytes:
        self.asked += part.stop - part.start
        return self.data[part.start : part.stop]


@settings(max_examples=200, deadline=None)
@given(
    size=st.integers(0, 5 * BLOCK_BYTES),
    ranges=st.lists(st.tuples(st.integers(0, 6 * BLOCK_BYTES), st.integers(0, 3 * BLOCK_BYTES)), max_size=8),
)
def test_any_range_is_that_of_the_file_and_nothing_is_fetched_twice(
    size: int, ranges: list[tuple[int, int]]
) -> None:
    store = _Bytes((b"%d," % size * (size // 2 + 1))[:size])
    files = StoredFiles(store)  # type: ignore[arg-type]
    for start, length in ranges:
        assert files.part("tables/x.parquet", start, start + length) == store.data[start : start + length]
    assert files.fetched == store.asked <= len(store.data)


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("option", "code", "said"),
    [(("--stop-on", "nan"), 86, "_halted.py"), (("--rule", "nans > 0"), 87, "nans > 0")],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_what_a_run_says_at_its_end_is_said_of_a_stored_trace_too(
    option: tuple[str, str], code: int, said: str, numscope: Command, script: Path
) -> None:
    url = f"s3://runs/{script.parent.name}.numscope"
    done = numscope("run", *option, "-o", url, str(script), code=None)
    here = numscope("run", *option, "-o", "here.numscope", str(script), code=None)
    assert done.returncode == here.returncode == code
    assert said in done.stderr
    if code == 86:
        assert "program.py:5" in numscope("halted", url, code=None).stdout


def test_what_the_disk_dropped_comes_back_from_the_store(
    s3: dict[str, str], monkeypatch: Any, tmp_path: Path
) -> None:
    import shutil

    import numpy as np

    from numscope.cli.run_upload import UploadedRun
    from numscope.stores.uploader import Uploader

    monkeypatch.setattr(Uploader, "__init__", lambda self, *words: None)
    monkeypatch.setattr(Uploader, "end", lambda self: None)
    uploaded = UploadedRun("s3://runs/dropped.numscope")
    a = np.ones(3)
    with product.record(uploaded.folder, values="none", rotate="16M", keep=8):
        for _ in range(400_000):
            np.negative(a)
    segments = sorted((uploaded.folder / "processes").glob("*.[0-9]*"))
    assert len(segments) > 1
    Upload(Folder.at(uploaded.folder), open_store(uploaded.url)).closed_segments()
    for segment in segments[:-1]:
        shutil.rmtree(segment)
    uploaded.begin()
    assert uploaded.end()
    with product.open(uploaded.folder) as trace:
        counted = trace.sql("select count(*) n from operations where name = 'numpy.negative'")["n"][0].as_py()
    assert counted == 400_000
