"""The live view over real running programs, driven by Textual's own pilot and in a real terminal."""

from __future__ import annotations

import asyncio
import io
import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("textual", reason="the live view needs Textual")

from rich.console import Console
from textual.widgets import DataTable, Label, Static

import numscope
from numscope.cli.live import _show, trace_of_process
from numscope.errors import UsageError
from numscope.trace.follower import Follower
from numscope.views.live import LiveApp, Watched, written_bytes

CODE = """
import sys, time, numpy
for n in range(20):
    numpy.ones(50) @ numpy.ones(50)
    numpy.sqrt(numpy.ones(3) - 2)
print('ready', flush=True)
sys.stdin.read()
"""


@pytest.fixture
def program(tmp_path: Path, clean_environ: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    words = [sys.executable, "-m", "numscope", "run", "-o", str(tmp_path / "t.numscope"), "-c", CODE]
    with subprocess.Popen(
        words,
        env=clean_environ,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "ready\n"
        yield program
        program.kill()


@pytest.fixture
def app(program: subprocess.Popen[str], tmp_path: Path) -> LiveApp:
    trace = tmp_path / "t.numscope"
    return LiveApp(
        Watched(
            Follower(trace),
            show=lambda process, sequence: _show(trace, process, sequence),
            bytes_written=lambda: written_bytes(trace),
            memory=lambda pids: 12_000_000,
            output=lambda: "what it wrote",
        )
    )


async def until(pilot, condition: Callable[[], bool]) -> None:
    for _ in range(1200):
        await pilot.pause(0.05)
        if condition():
            return
    raise AssertionError("it did not come about in a minute")


def rows(app: LiveApp, table: str) -> list[list[str]]:
    data = app.query_one(f"#{table}", DataTable)
    return [[str(cell) for cell in data.get_row_at(row)] for row in range(data.row_count)]


def test_what_runs_is_shown(app: LiveApp) -> None:
    async def drive() -> None:
        async with app.run_test(size=(120, 40)) as pilot:
            await until(pilot, lambda: "20 made NaN" in str(app.query_one("#facts", Label).render()))
            facts = str(app.query_one("#facts", Label).render())
            assert "running" in facts
            assert "memory 12 MB" in facts
            assert "20 made NaN or infinities" in facts
            assert "numpy.sqrt at <string>:5" in facts
            hot = {row[0]: row for row in rows(app, "hot")}
            assert hot["numpy.matmul"][1] == "20"
            assert hot["numpy.sqrt"][4] == "20"
            assert rows(app, "recent")[0][0] == "numpy.sqrt"
            assert rows(app, "recent")[0][2] == "NaN"

    asyncio.run(drive())


def test_it_is_filtered_and_one_operation_shown(app: LiveApp) -> None:
    async def drive() -> None:
        async with app.run_test(size=(120, 40)) as pilot:
            await until(pilot, lambda: len(rows(app, "recent")) > 0)
            await pilot.press("slash", *"matmul", "enter")
            assert {row[0] for row in rows(app, "hot")} == {"numpy.matmul"}
            assert {row[0] for row in rows(app, "recent")} == {"numpy.matmul"}
            await pilot.press("enter")
            detail = app.query_one("#detail", Static)
            assert app.query_one("#side").has_class("open")
            await until(pilot, lambda: "reading" not in str(detail.render()))
            await pilot.press("escape")
            assert not app.query_one("#side").has_class("open")
            await pilot.press("o")
            await until(pilot, lambda: "what it wrote" in str(detail.render()))

    asyncio.run(drive())


def test_a_pause_holds_the_picture(app: LiveApp, program: subprocess.Popen[str]) -> None:
    async def drive() -> None:
        async with app.run_test(size=(120, 40)) as pilot:
            await until(pilot, lambda: len(rows(app, "recent")) > 0)
            await pilot.press("p")
            assert "PAUSED" in str(app.query_one("#facts", Label).render())
            assert program.stdin is not None
            program.stdin.close()
            program.wait(60)
            await until(pilot, lambda: app.running_program.ended)
            assert "ended" not in str(app.query_one("#facts", Label).render())
            await pilot.press("p")
            await until(pilot, lambda: "ended" in str(app.query_one("#facts", Label).render()))

    asyncio.run(drive())


def test_the_trace_of_a_process_is_found(program: subprocess.Popen[str], tmp_path: Path) -> None:
    assert trace_of_process(program.pid) == tmp_path / "t.numscope"  # numscope's own: its child writes
    with subprocess.Popen(
        [sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE
    ) as quiet:
        with pytest.raises(UsageError, match="writes no trace"):
            trace_of_process(quiet.pid)
        quiet.kill()
    with pytest.raises(UsageError, match="there is no process 999999999"):
        trace_of_process(999_999_999)


def test_an_operation_is_shown_in_full(program: subprocess.Popen[str], tmp_path: Path) -> None:
    trace = tmp_path / "t.numscope"
    rows = Follower(trace).news().operations.to_pylist()
    sequence = next(row["sequence"] for row in rows if row["name"] == "numpy.sqrt")
    console = Console(file=io.StringIO(), width=120)
    console.print(_show(trace, 0, sequence))
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert f"numpy.sqrt  #{sequence}" in shown
    assert "NaN 3" in shown


def test_without_a_terminal_it_says_so(numscope_command, tmp_path: Path) -> None:
    for words in (("live", "t.numscope"), ("run", "--live", "-c", "pass")):
        run = numscope_command(*words)
        assert run.returncode == 2
        assert "the live view draws in a terminal, and this is none" in run.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_program_is_run_and_looked_at_in_a_real_terminal(
    tmp_path: Path, clean_environ: dict[str, str]
) -> None:
    code = (
        "import numpy, time\nfor n in range(40): numpy.ones(9) * n; time.sleep(0.05)\nprint('its last words')"
    )
    with numscope.record(tmp_path / "command.numscope"):  # an older one, which is not what is looked at
        pass
    words = [sys.executable, "-m", "numscope", "run", "--live", "--force", "-c", code]
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(tmp_path)
        os.execve(
            sys.executable,
            words,
            {**clean_environ, "TERM": "xterm-256color", "COLUMNS": "120", "LINES": "40"},
        )
    seen = _read_until(terminal, b"numpy.multiply")
    assert b"what takes the time" in seen
    seen = _read_until(terminal, b"ended", 30)
    os.write(terminal, b"q")
    assert b"its last words" in _read_until(terminal, b"its last words", 30)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    assert (tmp_path / "command.numscope" / "tables").is_dir()


def _read_until(terminal: int, wanted: bytes, seconds: float = 20) -> bytes:
    seen, deadline = b"", time.monotonic() + seconds
    while wanted not in seen and time.monotonic() < deadline:
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                seen += os.read(terminal, 65536)
            except OSError:  # the other side has closed it
                break
    assert wanted in seen, seen[-2000:]
    return seen
